import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedRequest, type Tampering } from './tampering.ts';
import {
  announcing,
  type Condition,
  changingAnswer,
  changingRecord,
  changingResponse,
  isSuccess,
  overcharging,
  refusal,
  to,
  toImages,
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

const anySubmitOrBalance = (request: TamperedRequest): boolean =>
  toSubmits(request) || toTasks(request) || request.url.endsWith('/user/balance');
const terminal = ({ status }: JsonObject): boolean =>
  ['success', 'completed', 'failed', 'cancelled'].includes(String(status));

const toBalance: Condition = ({ url }) => url.endsWith('/user/balance');

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
