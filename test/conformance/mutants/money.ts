import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedRequest, type Tampering } from './tampering.ts';
import {
  announcing,
  type Condition,
  changingAnswer,
  changingRecord,
  changingResponse,
  changingTask,
  isSuccess,
  joined,
  overcharging,
  refusal,
  to,
  toChat,
  toImages,
  toResponses,
  toSubmits,
  toTasks,
  usingKey,
  withJson,
  without,
} from './tampers.ts';

const toPricing = to('/api/pricing/model');

const failed = ({ status }: JsonObject): boolean => status === 'failed';

const priced = (factor: number, when: (body: JsonObject) => boolean): Tampering =>
  overcharging((response, request) => {
    if (!toSubmits(request) || response.status !== 200 || !when(request.body ?? {})) return 0;
    return factor;
  });

function settling(amount: (record: JsonObject) => number, ends: (record: JsonObject) => boolean): Tampering {
  return overcharging((response, request, memory) => {
    const record = toObject(response.body);
    if (!toTasks(request) || !ends(record) || memory[`settled ${String(record.id)}`]) return 0;
    memory[`settled ${String(record.id)}`] = true;
    return amount(record);
  });
}

const costing = (change: (cost: number, record: JsonObject) => number): Tampering =>
  changingRecord((record) => ({ ...record, cost: change(Number(record.cost), record) }));

const layered = (body: JsonObject): boolean => body.layer_decomposition === true;

const pixelsOf = (record: JsonObject): number => {
  const size = toList(toObject(toList(toObject(record.result).images)[0]).sizes)[0];
  const [width = 0, height = 0] = String(size).split('x').map(Number);
  return width * height;
};

const isLargeMix = ({ model, result }: JsonObject): boolean =>
  model === 'vxq3-mix' &&
  String(toObject(toList(toObject(result).videos)[0]).sizes)
    .split('x')
    .includes('1080');

const anySubmitOrBalance = (request: TamperedRequest): boolean =>
  toSubmits(request) || toTasks(request) || request.url.endsWith('/user/balance');
const terminal = ({ status }: JsonObject): boolean =>
  ['success', 'completed', 'failed', 'cancelled'].includes(String(status));

const toBalance: Condition = ({ url }) => url.endsWith('/user/balance');

const references = (body: JsonObject): number => toList(body.image_urls).length;

/** Tasks have another price: the record tells it, and the balance falls by it. */
export function repriced(price: (cost: number, body: JsonObject) => number): Tampering {
  const recorded = changingTask(
    () => true,
    (record, body) => ({ ...record, cost: Math.round(price(Number(record.cost), body) * 1e9) / 1e9 }),
  );
  return {
    async response(response, request, memory) {
      const changed = (await recorded.response?.(response, request, memory)) ?? response;
      const more = Number(toObject(changed.body).cost) - Number(toObject(response.body).cost);
      return (await settling(() => more, isSuccess).response?.(changed, request, memory)) ?? changed;
    },
  };
}

/** Several images of a series cost as much as one when they have references. */
const countedOnce = (series: string): Tampering =>
  repriced((cost, { model, n, ...body }) =>
    String(model).includes(series) && Number(n) > 1 && references(body) > 0 ? cost / Number(n) : cost,
  );

/** What is held for a task that fails is kept. */
function refundless(when: (body: JsonObject) => boolean): Tampering {
  const kept = settling(() => 0.03, failed);
  return {
    response(response, request, memory) {
      if (toSubmits(request)) memory.isKept = when(request.body ?? {});
      return memory.isKept ? (kept.response?.(response, request, memory) ?? response) : response;
    },
  };
}

/** A fault for the key whose group has a discount only. */
const ofOther = ({ response }: Tampering): Tampering => ({
  response: (answer, request, memory) =>
    request.headers.authorization === 'Bearer sk-mock-other'
      ? (response?.(answer, request, memory) ?? answer)
      : answer,
});

/** Faults of prices, holds and refunds: sections 1, 2.4, 3, 4.4, 8. */
export const moneyMutants = defineMutants(
  ['pricing', 'tasks', 'layers'],
  [
    [
      'money-rejected',
      'A refused submission is charged.',
      overcharging((response, request) => (toSubmits(request) && response.status === 400 ? 0.01 : 0)),
    ],
    ['money-no-refund', 'A failed task is not refunded.', settling(() => 0.03, failed)],
    ['money-double-refund', 'A failed task is refunded twice.', settling(() => -0.03, failed)],
    [
      'money-failed-cost',
      'A failed task keeps its cost.',
      changingRecord((record) => (failed(record) ? { ...record, cost: 0.03 } : record)),
    ],
    [
      'money-used-credits',
      'The used credits are always 0.',
      changingAnswer(toBalance, (body) => ({ ...body, used_credits: 0 })),
    ],
    [
      'money-remaining-credits',
      'The remaining credits are always the same.',
      changingAnswer(toBalance, (body) => ({ ...body, remain_credits: 10_000 })),
    ],
    [
      'money-unsettled',
      'A tenth more is charged than the cost says.',
      settling((record) => Number(record.cost) / 10, isSuccess),
    ],
    [
      'money-clip-tier',
      'A 1080p clip of vxq3-mix costs as much as one of 720p.',
      joined(
        settling((record) => (isLargeMix(record) ? Number(record.cost) * (7 / 11 - 1) : 0), isSuccess),
        costing((cost, record) => (isLargeMix(record) ? Math.round((cost * 7e9) / 11) / 1e9 : cost)),
      ),
    ],
    ['money-free', 'Tasks are free.', settling((record) => -Number(record.cost), isSuccess)],
    ['money-double-charge', 'A task is charged twice.', settling((record) => Number(record.cost), isSuccess)],
    ['money-cost-rounded', 'The cost is rounded to cents.', costing((cost) => Math.round(cost * 100) / 100)],
    ['money-cost-cents', 'The cost is in cents.', costing((cost) => cost * 100)],
    [
      'money-pro-tier',
      'pro: the higher price starts at 2,600,000 pixels.',
      costing((cost, record) => (cost === 0.045 && pixelsOf(record) > 2_600_000 ? 0.09 : cost)),
    ],
    [
      'money-pro-tier-late',
      'pro: the higher price starts at 2,700,000 pixels.',
      costing((cost, record) => (cost === 0.09 && pixelsOf(record) < 2_700_000 ? 0.045 : cost)),
    ],
    [
      'money-pro-15k',
      'pro: 1.5K costs as much as 2K.',
      costing((cost, record) => (cost === 0.045 && pixelsOf(record) > 1_500_000 ? 0.09 : cost)),
    ],
    ['money-qx-pro-2k', 'qx pro: 2K costs as much as 1K.', costing((cost) => (cost === 0.1 ? 0.05 : cost))],
    [
      'money-qx-2k',
      'qx: 2K costs twice as much as 1K.',
      costing((cost, record) => (cost === 0.03 && pixelsOf(record) > 2_250_000 ? 0.06 : cost)),
    ],
    [
      'money-first-reference',
      'pro: the first reference costs something.',
      costing((cost) => (cost === 0.048 ? 0.051 : cost)),
    ],
    [
      'money-references-free',
      'pro: further references are free.',
      costing((cost) => (cost === 0.048 ? 0.045 : cost)),
    ],
    ['money-n', 'Several images cost as much as one.', costing((cost) => (cost === 0.06 ? 0.03 : cost))],
    ['money-layers-hold', 'Layers hold sixteen images.', priced(-0.09, layered)],
    [
      'money-layers-unreturned',
      'The hold of layers is not returned.',
      settling(
        () => 0.09,
        (record) =>
          isSuccess(record) && toObject(toList(toObject(record.result).images)[0]).layers !== undefined,
      ),
    ],
    [
      'money-no-hold',
      'Nothing is held at the submission.',
      changingResponse(anySubmitOrBalance, (response, request, memory) => {
        if (toSubmits(request)) memory.isHeld ||= response.status === 200;
        const body = toObject(response.body);
        if (terminal(body)) memory.isHeld = false;
        if (typeof body.remain_balance !== 'number') return response;
        if (memory.isHeld) return withJson(response, { ...body, remain_balance: Number(memory.remain) });
        memory.remain = body.remain_balance;
        return response;
      }),
    ],
    [
      'money-poor',
      'An account without funds may submit.',
      usingKey(
        (request) => toSubmits(request) && request.headers.authorization === 'Bearer sk-mock-empty',
        'sk-mock',
      ),
    ],
    [
      'money-poor-400',
      'Missing funds are 400.',
      changingResponse(toSubmits, (response) => (response.status === 402 ? refusal(400) : response)),
    ],
    [
      'money-layers-poor',
      'Layers need funds for one image only.',
      changingResponse(toImages, (response, request) =>
        response.status === 402 && request.body?.layer_decomposition
          ? withJson(
              { ...response, status: 200 },
              { code: 200, data: [{ status: 'submitted', task_id: 'task_x' }] },
            )
          : response,
      ),
    ],
    [
      'money-negative-prompt',
      'qx: a negative prompt costs a fee.',
      repriced((cost, body) => (body.negative_prompt === undefined ? cost : cost + 0.001)),
    ],
    [
      'money-watermark',
      'lite: a watermark costs a fee.',
      repriced((cost, body) => (body.watermark === true ? cost + 0.001 : cost)),
    ],
    [
      'money-seed',
      'A clip with a seed costs a fee.',
      repriced((cost, body) => (body.seed === undefined ? cost : cost + 0.001)),
    ],
    [
      'money-qx-pro-lower-case',
      'qx pro: 2k costs as much as 1K.',
      repriced((cost, body) =>
        body.model === 'qx-image-3.0-pro' && body.resolution === '2k' ? cost / 2 : cost,
      ),
    ],
    [
      'money-qx-pro-exactly',
      'qx pro: exactly 2,250,000 pixels cost as much as 2K.',
      repriced((cost, body) =>
        body.model === 'qx-image-3.0-pro' && body.size === '1500x1500' ? 2 * cost : cost,
      ),
    ],
    [
      'money-qx-pro-pixels-tier',
      'qx pro: the resolution decides the price of exact pixels.',
      repriced((cost, body) =>
        body.model === 'qx-image-3.0-pro' && body.resolution === '2K' && cost === 0.05 ? 2 * cost : cost,
      ),
    ],
    [
      'money-qx-pro-pixels-n',
      'qx pro: several images above 2.25 million pixels cost as much as 1K.',
      repriced((cost, body) =>
        body.model === 'qx-image-3.0-pro' && /^\d{4}x/.test(String(body.size)) && Number(body.n) > 1
          ? cost / 2
          : cost,
      ),
    ],
    ['money-qx-references-n', 'qx: several images from references cost as much as one.', countedOnce('qx')],
    [
      'money-lite-references-n',
      'lite: several images from references cost as much as one.',
      countedOnce('lite'),
    ],
    [
      'money-lite-max-images',
      'lite: a group by max_images costs as much as one image.',
      repriced((cost, body) =>
        body.sequential_image_generation_options !== undefined && Number(body.n ?? 1) === 1 ? 0.03 : cost,
      ),
    ],
    [
      'money-lite-spelling',
      'lite: the spelling with a capital costs twice as much.',
      repriced((cost, body) => (body.model === 'Sx-5.0-lite' ? 2 * cost : cost)),
    ],
    [
      'money-pro-spelling',
      'pro: 2K of the spelling with a dot costs as much as 1K.',
      repriced((cost, body) => (body.model === 'sx-5.0-pro' && cost >= 0.09 ? cost - 0.045 : cost)),
    ],
    [
      'money-pro-spelling-layers',
      'pro: layers of the spelling with a dot cost as much as one image.',
      repriced((cost, body) => (body.model === 'sx-5.0-pro' && layered(body) ? 0.045 : cost)),
    ],
    [
      'money-pro-pixels-references',
      'pro: references are free with exact pixels.',
      repriced((cost, body) =>
        body.size === '1613x1613' && references(body) > 1 ? Math.min(cost, 0.09) : cost,
      ),
    ],
    [
      'money-pro-auto',
      'pro: 2K of a ratio that the model decides costs as much as 1K.',
      repriced((cost, body) => (body.size === 'auto' && body.resolution === '2K' ? 0.045 : cost)),
    ],
    [
      'money-pro-png',
      'pro: a PNG costs twice as much.',
      repriced((cost, body) => (body.output_format === 'png' && !layered(body) ? 2 * cost : cost)),
    ],
    [
      'money-clip-ratio',
      'A clip of 1:1 costs half as much.',
      repriced((cost, body) => (body.aspect_ratio === '1:1' ? cost / 2 : cost)),
    ],
    [
      'money-clip-references',
      'Each further reference of a clip costs something.',
      repriced((cost, body) =>
        String(body.model).startsWith('vx') ? cost + 0.01 * Math.max(0, references(body) - 1) : cost,
      ),
      'CHOICE',
    ],
    [
      'money-lite-fifteen',
      'lite: fifteen images cost as much as fourteen.',
      repriced((cost, body) => (body.model === 'sx-5-0-lite' && body.n === 15 ? (cost / 15) * 14 : cost)),
    ],
    [
      'money-discount-refund',
      'A failed task of a group with a discount is refunded at the full price.',
      ofOther(settling(() => -0.018, failed)),
    ],
    [
      'money-lite-no-refund',
      'lite: a failed task is not refunded.',
      refundless((body) => String(body.model).includes('lite')),
    ],
    [
      'money-vxq3-no-refund',
      'vxq3: a failed task is not refunded.',
      refundless((body) => body.model === 'vxq3'),
    ],
    [
      'money-discount-clip',
      'The discount of a group is not in the charge of clips.',
      ofOther(repriced((cost, body) => (body.resolution === '540p' ? Math.max(cost, 0.09) : cost))),
    ],
    [
      'money-discount-tools',
      'The discount of a group is not in the charge of tools.',
      ofOther(
        overcharging((response, request) =>
          toResponses(request) && toObject(toObject(response.body).usage).x_tools !== undefined ? 0.0005 : 0,
        ),
      ),
    ],
    [
      'money-streamed-cached',
      'Cached tokens of a streamed chat are charged in full.',
      overcharging((response, request) => {
        const [, cached = 0] = /"cached_tokens":(\d+)/.exec(Buffer.from(response.bytes).toString()) ?? [];
        return toChat(request) && request.body?.stream !== false ? Number(cached) / 1e6 : 0;
      }),
    ],
    [
      'money-streamed-pdf',
      'A PDF is free in a streamed chat.',
      overcharging((_response, request) =>
        toChat(request) && request.body?.stream !== false && request.text.includes('application/pdf')
          ? -0.002
          : 0,
      ),
    ],
    [
      'money-no-rates',
      'Prices have no effective_rates.',
      changingAnswer(toPricing, (body) => ({
        ...body,
        data: {
          ...toObject(body.data),
          pricing: without(toObject(toObject(body.data).pricing), 'effective_rates'),
        },
      })),
    ],
    [
      'money-rates-of-another',
      'The prices of sx-5-0-lite are those of sx-5-0-pro.',
      {
        request: (request) =>
          toPricing(request)
            ? { ...request, url: request.url.replace('sx-5-0-lite', 'sx-5-0-pro') }
            : request,
      },
    ],
    ['money-rates-text', 'Prices are announced as text.', announcing(toPricing, 'text/plain')],
    [
      'money-no-tools',
      'Prices have no tool prices.',
      changingAnswer(toPricing, (body) => ({
        ...body,
        data: { ...toObject(body.data), pricing: without(toObject(toObject(body.data).pricing), 'extras') },
      })),
    ],
  ],
);
