import { createReferenceFetcher } from '../../../src/adapters/media/fetch/create-reference-fetcher.ts';
import { createMemoryRateLimiter } from '../../../src/adapters/rate-limit/create-memory-rate-limiter.ts';
import type { WholeStore } from '../../../src/adapters/store/whole-store.ts';
import type { ReferenceFetcher } from '../../../src/gateway/ports/media/media.ts';
import { UnavailableError } from '../../../src/gateway/ports/unavailable.ts';
import { createTestGateway, type TestGatewayOptions } from '../../support/create-test-gateway.ts';
import type { Answer, SendOptions, Wire } from '../../support/open-wire.ts';
import type { OperationRequest } from '../../support/operation-requests.ts';
import { pngFile } from '../../support/png-file.ts';

/** How to provoke a response of an operation. */
export interface Provocation {
  readonly options?: TestGatewayOptions;
  /** The text for a small limit of the test, and the text for the limit of the policies. */
  readonly scaled?: readonly [test: string, policy: string];
  ask(wire: Wire, request: OperationRequest): Promise<Answer>;
}

const POND = 'A paper boat on a pond';
const BOAT = 'https://images.example.net/boat.png';

/** The request with changed members in its body. */
const withBody =
  (body: object, options: SendOptions = {}): Provocation['ask'] =>
  (wire, request) =>
    send(wire, { ...request, body: { ...request.body, ...body } }, options);

/** The request with another body. */
const instead =
  (body: unknown): Provocation['ask'] =>
  (wire, request) =>
    send(wire, request, { body });

const at =
  (target: string): Provocation['ask'] =>
  (wire, request) =>
    send(wire, { ...request, target });

const asIs =
  (options: SendOptions = {}): Provocation['ask'] =>
  (wire, request) =>
    send(wire, request, options);

function send(wire: Wire, { method, target, body }: OperationRequest, options: SendOptions = {}) {
  return wire.send(method, target, { ...(body ? { body } : {}), ...options });
}

function failingWith(failure: Error): Provocation {
  const operations = Object.keys(createTestGateway().store).map((name) => [
    name,
    () => Promise.reject(failure),
  ]);
  const store = Object.fromEntries(operations) as WholeStore; // the names of a store
  return { options: { ports: { store } }, ask: asIs() };
}

/** A promise that never settles, so that whatever waits for it stays in progress. */
const never = new Promise<never>(() => {});

const busyPorts: NonNullable<TestGatewayOptions['ports']> = {
  fetcher: { fetch: () => never },
  textEngine: {
    async *answer() {
      yield await never;
    },
  },
};

/** Keeps as many requests in progress as an account, or the process, may have, and sends one more. */
function crowded(inProgress: number, accounts: number, options: TestGatewayOptions = {}): Provocation {
  const names = Array.from({ length: accounts }, (_, index) => `sk-${index}`);
  const last = accounts === 1 ? 'sk-0' : 'sk-last';
  const keys = Object.fromEntries([...names, last].map((name) => [name, { account: name }]));
  const deposits = Object.fromEntries([...names, last].map((name) => [name, '1000']));
  return {
    options: { keys, deposits, ports: busyPorts, ...options },
    async ask(wire, request) {
      const held = { ...request, body: { ...request.body, ...HELD } };
      const leave = new AbortController();
      for (let index = 0; index < inProgress; index += 1)
        ignore(send(wire, held, { key: names[index % accounts] ?? '', signal: leave.signal }));
      await settle();
      const answer = await send(wire, held, { key: last });
      leave.abort();
      return answer;
    },
  };
}

/** Abandons a request that will not be answered. */
function ignore(request: Promise<Answer>): void {
  request.catch(() => undefined);
}

/** Runs everything that does not wait for the network. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Makes a request wait: for its reference, or for the model. */
const HELD = { image_urls: [BOAT], stream: false };

const bytes = pngFile({ width: 640, height: 480 });
const fetcher: ReferenceFetcher = {
  fetch: async () => ({ kind: 'fetched', bytes, declaredType: 'image/png' }),
};
/** What the platform's fetch throws for a host without an address. */
const unknownHost = new TypeError('fetch failed', {
  cause: Object.assign(new Error('getaddrinfo ENOTFOUND images.example.net'), { code: 'ENOTFOUND' }),
});
const readable = { ports: { fetcher } };
const flagging = { moderator: { moderate: async () => ({ isFlagged: true, categories: ['violence'] }) } };
const FEW = { answers: { per_account: 2, per_process: 4 } };
const limited = { 'sk-alpha': { account: 'alpha', rateLimit: { requests: 1, seconds: 12 } } };
const narrow = { 'sk-alpha': { account: 'alpha', models: ['sx-5-0-lite', 'vxq3-mix'] } };
const one = { 'sk-alpha': { account: 'alpha', models: ['sx-5-0-pro', 'vxq3', 'qx3.8-max'] } };
const poor = { deposits: { alpha: '0.1' } };

const table: Readonly<Record<string, Provocation>> = {
  // whatever the operation
  missingKey: { ask: asIs({ key: null }) },
  invalidKey: { ask: asIs({ key: 'sk-nobody' }) },
  internal: failingWith(new TypeError('a fault')),
  serviceUnavailable: failingWith(new UnavailableError('The database is away.')),
  databaseAway: failingWith(new UnavailableError('The database is away.')),
  rateLimited: {
    scaled: ['1 request per 12 seconds', '60 requests per 60 seconds'],
    options: { keys: limited, ports: { ...readable.ports, rateLimiter: createMemoryRateLimiter() } },
    async ask(wire, request) {
      await send(wire, request);
      return send(wire, request);
    },
  },
  userRecordMissing: {
    options: { ports: { store: { ...createTestGateway().store, findAccount: async () => undefined } } },
    ask: asIs(),
  },
  modelNotAllowed: { options: { keys: narrow }, ask: asIs() },
  malformedJson: { ask: instead('{"model": "sx-5-0-pro", "prompt": ') },
  unknownModel: { options: { keys: one }, ask: withBody({ model: 'sx-5-0-por' }) },
  contentPolicyViolation: {
    options: { ports: flagging },
    ask: withBody({ nsfw_check: true }),
  },
  missingModel: { options: { keys: one }, ask: instead({ prompt: POND }) },
  invalidIdempotencyKey: { ask: asIs({ headers: { 'idempotency-key': 'order 4711' } }) },
  unreachableReference: {
    options: { ports: { fetcher: createReferenceFetcher({ fetch: () => Promise.reject(unknownHost) }) } },
    ask: withBody({ image_urls: [BOAT] }),
  },
  inProgress: {
    options: { ports: { fetcher: { fetch: () => never } } },
    async ask(wire, request) {
      const leave = new AbortController();
      const headers = { 'idempotency-key': 'order-4711' };
      const body = { ...request.body, image_urls: [BOAT] };
      ignore(send(wire, request, { headers, body, signal: leave.signal }));
      await settle();
      const answer = await send(wire, request, { headers, body });
      leave.abort();
      return answer;
    },
  },
  keyReused: {
    async ask(wire, request) {
      const headers = { 'idempotency-key': 'order-4711' };
      const scope = { accountId: 'alpha', operationId: request.operationId, key: 'order-4711' };
      await wire.store.claimIdempotency(scope, 'digest of another body', wire.clock.now());
      return send(wire, request, { headers });
    },
  },
  unsupportedEncoding: { ask: asIs({ headers: { 'content-encoding': 'br' } }) },
  tooLarge: {
    ask: asIs({ headers: { 'content-length': '500000000' } }),
  },
  tooManyInProgress: { ...crowded(2, 1, { bounds: FEW }), scaled: ['2 text', '2000 text'] },
  wrongEndpoint: { ask: withBody({ model: 'vxq3' }) },
  overloaded: { ...crowded(4, 2, { bounds: FEW }), scaled: ['4 text', '10000 text'] },
  upstreamUnavailable: {
    options: {
      ports: {
        textEngine: {
          async *answer() {
            yield { kind: 'failed', message: 'out of paper' };
          },
        },
      },
    },
    ask: asIs(),
  },
  // of one operation
  'createImage tooManyInProgress': crowded(32, 1),
  'createImage overloaded': crowded(128, 5),
  'createVideo tooManyInProgress': crowded(32, 1),
  'createVideo overloaded': crowded(128, 5),
  'createImage invalidParameter': {
    ask: instead({ model: 'sx-5-0-pro', prompt: POND, n: 2, resolution: '4K' }),
  },
  'createImage insufficientBalance': { options: poor, ask: withBody({ n: 6 }) },
  'createVideo invalidParameter': { options: readable, ask: withBody({ duration: 20, resolution: '4K' }) },
  'createVideo contentPolicyViolation': {
    options: { ports: { ...readable.ports, ...flagging } },
    ask: withBody({ nsfw_check: true }),
  },
  'createVideo wrongEndpoint': { ask: withBody({ model: 'sx-5-0-pro' }) },
  'createVideo insufficientBalance': { options: poor, ask: asIs() },
  'createChatCompletion invalidParameter': {
    ask: withBody({
      messages: [{ role: 'user', content: [{ type: 'text', text: POND }] }],
      max_tokens: 200_000,
    }),
  },
  'createChatCompletion insufficientBalance': { options: poor, ask: asIs() },
  'createResponse invalidParameter': { ask: withBody({ tools: [{ type: 'web_extractor' }] }) },
  'createResponse insufficientBalance': { options: poor, ask: asIs() },
  'getTask taskNotFound': { ask: asIs() },
  'getTask unreadableParameter': { ask: at('/v1/tasks/task_1%00') },
  'listModels unreadableParameter': { ask: at('/v1/models?expand=category&category=image%00') },
  'getModelSchema modelNotFound': { ask: at('/v1/models/sx-9/schema') },
  'getModelSchema noParameterContract': { ask: at('/v1/models/qx3.8-max/schema') },
  'getModelSchema unreadableParameter': { ask: at('/v1/models/vxq3%00/schema') },
  'getModelSchemaByQuery modelNotFound': { ask: at('/v1/model-schema?model=sx-9') },
  'getModelSchemaByQuery noParameterContract': { ask: at('/v1/model-schema?model=qx3.8-max') },
  'getModelSchemaByQuery missingParameter': { ask: at('/v1/model-schema') },
  'getModelPricing modelNotFound': { ask: at('/api/pricing/model?model=sx-9') },
  'getModelPricing missingParameter': { ask: at('/api/pricing/model') },
  'getBillingUsage invalidDate': { ask: at('/v1/dashboard/billing/usage?start_date=2026-02-30') },
};

/** How to provoke an example of an operation; undefined if that is impossible. */
export function provocationOf(operationId: string, name: string): Provocation | undefined {
  return table[`${operationId} ${name}`] ?? table[name];
}

/** All names in the table, to check that none is unused. */
export const provocationNames: readonly string[] = Object.keys(table);
