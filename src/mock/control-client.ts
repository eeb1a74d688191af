import createFetchClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../../generated/mock-types.ts';

type Schemas = components['schemas'];

/** Address of a mock, and which of its sessions; `fetch` replaces the global one. */
export interface ControlClientOptions {
  readonly baseUrl: string;
  readonly session?: string;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Controls a mock: every method resolves to the response body, and rejects with its error. */
export interface ControlClient {
  /** Description of the mock. */
  describe(): Promise<Schemas['MockDescription']>;
  reset(): Promise<void>;
  getAccount(key: string): Promise<Schemas['MockAccount']>;
  putAccount(key: string, change: Schemas['MockAccountChange']): Promise<Schemas['MockAccount']>;
  getClock(): Promise<Schemas['MockClock']>;
  /** Resolves when all jobs that became due are finished. */
  setClock(change: Schemas['MockClockChange']): Promise<Schemas['MockClock']>;
  listScenarios(): Promise<readonly Schemas['Scenario'][]>;
  addScenario(scenario: Schemas['NewScenario']): Promise<Schemas['Scenario']>;
  removeScenarios(): Promise<void>;
  listWebhooks(): Promise<readonly Schemas['MockDelivery'][]>;
  resendWebhook(taskId: string): Promise<Schemas['MockDelivery']>;
  /** The newest `limit` requests, oldest first. */
  journal(limit?: number): Promise<readonly Schemas['JournalEntry'][]>;
  /** The openapi-fetch client over the same paths. */
  readonly raw: Client<paths>;
}

/** Creates a client of the control plane; it has no connection and no state. */
export function createControlClient({ baseUrl, session, fetch }: ControlClientOptions): ControlClient {
  const raw = createFetchClient<paths>({
    baseUrl,
    ...(session === undefined ? {} : { headers: { 'X-Mock-Session': session } }),
    ...(fetch === undefined ? {} : { fetch }),
  });
  const account = (key: string) => ({ params: { path: { key } } });
  return {
    raw,
    async describe() {
      const index = await read(raw.GET('/__mock', { headers: { Accept: 'application/json' } }));
      if (typeof index === 'string') throw new Error('The mock answered with its page.');
      return index;
    },
    reset: async () => void (await expectOk(raw.POST('/__mock/reset'))),
    getAccount: async (key) => read(raw.GET('/__mock/accounts/{key}', account(key))),
    putAccount: async (key, body) => read(raw.PUT('/__mock/accounts/{key}', { ...account(key), body })),
    getClock: async () => read(raw.GET('/__mock/clock')),
    setClock: async (body) => read(raw.POST('/__mock/clock', { body })),
    listScenarios: async () => (await read(raw.GET('/__mock/scenarios'))).data,
    addScenario: async (body) => read(raw.POST('/__mock/scenarios', { body })),
    removeScenarios: async () => void (await expectOk(raw.DELETE('/__mock/scenarios'))),
    listWebhooks: async () => (await read(raw.GET('/__mock/webhooks'))).data,
    resendWebhook: async (task_id) =>
      read(raw.POST('/__mock/webhooks/{task_id}/resend', { params: { path: { task_id } } })),
    journal: async (limit) =>
      (await read(raw.GET('/__mock/journal', { params: { query: limit === undefined ? {} : { limit } } })))
        .data,
  };
}

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

async function read<Data>(asking: Promise<Answer<Data>>): Promise<Data> {
  const { data, response } = await expectOk(asking);
  if (data === undefined) throw new Error(`The mock answered ${response.status} without a body.`);
  return data;
}

async function expectOk<Data>(asking: Promise<Answer<Data>>): Promise<Answer<Data>> {
  const answer = await asking;
  const { error, response } = answer;
  if (response.ok) return answer;
  const { message = JSON.stringify(error) } = Object(Object(error).error);
  throw new Error(`The mock responded with ${response.status}: ${message}`);
}
