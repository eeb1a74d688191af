// What every SDK does with a mock, in TypeScript; prints one JSON line a step.

import { inspect } from 'node:util';
import { readEvents } from '../../../src/client/answers/read-events.ts';
import { type AddedModels, type Estimate, estimate } from '../../../src/client/estimate/index.ts';
import {
  CallbackVerificationError,
  createClient,
  createMemorySeenIds,
  GatewrightError,
  TaskCancelledError,
  TaskFailedError,
  TaskTimeoutError,
  verifyCallback,
} from '../../../src/client/index.ts';

import { loadModels } from '../../../src/own-models/prepare-models.ts';
import type { EstimateCase, PrintedEstimate } from '../estimate-cases.ts';

interface Vector {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secrets: readonly string[];
  readonly now: number;
  readonly text: string;
  readonly splits?: readonly number[];
}

interface Input {
  readonly picture: string;
  readonly spellings: readonly (readonly [
    path: string,
    body: { readonly model: string; readonly prompt: string },
  ])[];
  readonly signatures: readonly Vector[];
  readonly streams: readonly Vector[];
  readonly estimates: readonly EstimateCase[];
  readonly broken: readonly { readonly base_url: string; readonly kind: 'chat' | 'responses' }[];
}

const { PLAIN = '', GROWN = '' } = process.env;
const input: Input = JSON.parse(process.env.INPUT ?? '{}');
const question = {
  model: 'qx3.8-max',
  messages: [{ role: 'user', content: 'What is a lighthouse for?' }],
} as const;
const OFTEN = { pollMs: 20 };

function client(session = '', { base = PLAIN, apiKey = 'sk-mock', maxRetries = 2 } = {}) {
  return createClient({ baseUrl: session === '' ? base : `${base}-${session}`, apiKey, maxRetries });
}

function image(gateway: ReturnType<typeof client>) {
  return gateway.images.generate({ model: 'qx-image-3.0', prompt: 'A lighthouse at dawn', size: '16:9' });
}

/** What a failure of the given kind tells; any other failure is that of the step. */
async function caught<Kind extends Error, Told>(
  kind: abstract new (...values: never[]) => Kind,
  act: () => unknown,
  tell: (error: Kind) => Told,
): Promise<Told | 'no error'> {
  try {
    await act();
    return 'no error';
  } catch (error) {
    if (error instanceof kind) return tell(error);
    throw error;
  }
}

function refused(act: () => unknown) {
  return caught(GatewrightError, act, ({ status, type, reason, param, violations, requestId }) => ({
    status,
    type,
    reason,
    param: param ?? null,
    violations: violations.length,
    'has id': Boolean(requestId),
  }));
}

const steps: Readonly<Record<string, () => unknown>> = {
  models: async () => (await client().models.list()).data.map(({ id }) => id).sort(),

  async 'image and progress'() {
    const seen: (number | undefined)[] = [];
    const task = await image(client('image'));
    const { status, cost, result } = await task.wait({
      ...OFTEN,
      onProgress: ({ progress }) => seen.push(progress),
    });
    return { last: seen.at(-1), status, cost, sizes: result?.images?.map(({ sizes }) => sizes) };
  },

  async watching() {
    let last = '';
    for await (const { status } of await image(client('watching'))) last = status;
    return last;
  },

  async download() {
    const { id } = await image(client('download'));
    const files = await client('download').tasks.resume(id).download(OFTEN);
    return Promise.all(
      files.map(async ({ name, blob }) => [name, blob.type, (await blob.text()).slice(1, 4)]),
    );
  },

  async video() {
    const request = { model: 'vxq3', prompt: 'Along the shore', image_urls: [input.picture] } as const;
    return (await (await client('video').videos.generate(request)).wait(OFTEN)).status;
  },

  async spellings() {
    const { raw } = client('spellings');
    for (const [, body] of input.spellings) await raw.POST('/v1/images/generations', { body });
    return input.spellings.length;
  },

  failed: () =>
    caught(
      TaskFailedError,
      async () => (await image(client('failed'))).wait(OFTEN),
      ({ code, message, record }) => ({ code, message, status: record?.status }),
    ),

  cancelled: () =>
    caught(
      TaskCancelledError,
      async () => (await image(client('cancelled'))).wait(OFTEN),
      ({ record }) => record?.status,
    ),

  timeout: () =>
    caught(
      TaskTimeoutError,
      async () => (await image(client('slow'))).wait({ ...OFTEN, timeoutMs: 3000 }),
      ({ record }) => ['submitted', 'processing'].includes(record?.status ?? ''),
    ),

  silence: () =>
    caught(
      TaskTimeoutError,
      async () => (await image(client('silent'))).wait({ ...OFTEN, timeoutMs: 200 }),
      ({ record }) => record === undefined,
    ),

  leaving: () =>
    caught(
      DOMException,
      async () => (await image(client('slow'))).wait({ ...OFTEN, signal: AbortSignal.timeout(200) }),
      ({ name }) => (name === 'TimeoutError' ? 'left' : name),
    ),

  unauthorized: () => refused(() => client('', { apiKey: 'sk-wrong' }).models.list()),
  unpaid: () => refused(() => image(client('', { apiKey: 'sk-mock-empty' }))),
  limited: () => refused(() => image(client('limited', { maxRetries: 0 }))),
  invalid: () => refused(() => client().images.generate({ model: 'sx-5-0-pro', prompt: 'A boat', n: 2 })),
  retried: async () => (await (await image(client('retried'))).wait(OFTEN)).status,
  dropped: async () => (await (await image(client('dropped'))).wait(OFTEN)).status,

  async chat() {
    const { choices, usage } = await client().chat.create(question);
    return { text: choices[0]?.message.content, tokens: (usage?.total_tokens ?? 0) > 0 };
  },

  async 'chat stream'() {
    const stream = await client().chat.stream(question);
    let text = '';
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    const { choices, usage } = await stream.final();
    return { text, whole: choices[0]?.message.content === text, tokens: (usage?.total_tokens ?? 0) > 0 };
  },

  async 'chat left'() {
    for await (const _ of await client('left').chat.stream(question)) return 1;
    return 0;
  },

  'chat fails': () => refused(async () => (await client('chat-fails').chat.stream(question)).final()),

  async 'broken streams'() {
    const found: string[] = [];
    for (const { base_url, kind } of input.broken) {
      const gateway = client('', { base: base_url, maxRetries: 0 });
      const stream: Promise<{ final(): Promise<unknown> }> =
        kind === 'chat'
          ? gateway.chat.stream(question)
          : gateway.responses.stream({ model: 'qx3.8-max', input: 'What is a boat?' });
      found.push(
        await stream
          .then((answer) => answer.final())
          .then(() => 'whole')
          .catch((error: unknown) => (error instanceof GatewrightError ? 'refused' : inspect(error))),
      );
    }
    return found;
  },

  response: async () =>
    (await client().responses.create({ model: 'qx3.8-max', input: 'What is a boat?' })).status,

  async 'response stream'() {
    const stream = await client().responses.stream({ model: 'qx3.8-max', input: 'What is a boat?' });
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    return { first: types[0], last: types.at(-1), status: (await stream.final()).status };
  },

  async 'added members'() {
    const gateway = client('grown', { base: GROWN });
    const record = await (await image(gateway)).wait(OFTEN);
    const { choices } = await gateway.chat.create(question);
    return { record: 'added_later' in record, answer: choices[0]?.message.content !== '' };
  },

  async account() {
    const { balance, models } = client('account');
    return {
      balance: ((await balance.account()).remain_balance ?? 0) > 0,
      key: (await balance.key()).success,
      usage: (await balance.usage({ start_date: '2026-01-01', end_date: '2026-01-02' })).object,
      limits: (await balance.limits()).object,
      schema: (await models.schema('sx-5-0-pro')).success,
      prices: (await models.prices('sx-5-0-pro')).success,
    };
  },

  async estimates() {
    const models = (await loadModels(new URL('../models', import.meta.url))) as AddedModels<never>; // of any requests
    return input.estimates.map(({ request, group_ratio, first_reference: [width, height] = [0, 0] }) => {
      const options = {
        models,
        ...(group_ratio !== undefined && { groupRatio: group_ratio }),
        ...(width > 0 && { firstReference: { width, height } }),
      };
      try {
        return toPrinted(estimate(request as never, options));
      } catch (error) {
        return { refused: String(error) };
      }
    });
  },

  async held() {
    const gateway = client('held');
    const image_urls = [input.picture];
    const request = { model: 'sx-5-0-pro', layer_decomposition: true, image_urls } as const;
    const before = (await gateway.balance.account()).remain_balance ?? 0;
    await gateway.images.generate(request);
    const taken = before - ((await gateway.balance.account()).remain_balance ?? 0);
    const estimated = Number(estimate(request).holdUsd);
    return { taken: Math.round(taken * 1000), estimated: Math.round(estimated * 1000) };
  },

  signatures: () =>
    Promise.all(
      input.signatures.map(({ headers, body, secrets, now }) =>
        verifyCallback({ headers, body }, secrets, { now: () => now * 1000 })
          .then(() => true)
          .catch((error) => {
            if (!(error instanceof CallbackVerificationError)) throw error;
            return error.message === 'The body is not a task record.'; // the signature was right
          }),
      ),
    ),

  'repeated callbacks'() {
    const seen = createMemorySeenIds(2);
    return ['a', 'a', 'b', 'c', 'a'].map((id) => seen.add(id));
  },

  'event streams': () =>
    Promise.all(
      input.streams.map(async (vector) => {
        const events: string[] = [];
        for await (const data of readEvents(toBody(vector))) if (data !== '[DONE]') events.push(data);
        return events;
      }),
    ),

  async asynchronous() {
    const task = await client('async').images.generate({ model: 'qx-image-3.0', prompt: 'A lighthouse' });
    const { status } = await task.wait(OFTEN);
    const stream = await client('async').chat.stream(question);
    let chunks = 0;
    for await (const _ of stream) chunks += 1;
    const { choices } = await stream.final();
    return {
      status,
      files: (await task.download()).length,
      chunks: chunks > 1,
      text: choices[0]?.message.content !== '',
    };
  },
};

function toPrinted({ model, size, count, seconds, holdUsd, priceUsd }: Estimate): PrintedEstimate {
  const pixels = `${size.width}x${size.height}`;
  return { model, size: pixels, count, seconds: seconds ?? null, hold: holdUsd, price: priceUsd };
}

function toBody({ text, splits = [] }: Vector): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  const ends = [...splits, bytes.length];
  return ReadableStream.from(ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end)));
}

for (const [step, play] of Object.entries(steps)) {
  const line = await Promise.resolve()
    .then(play)
    .then((value) => ({ step, value }))
    .catch((error: unknown) => ({ step, fault: inspect(error) }));
  console.log(JSON.stringify(line));
}
