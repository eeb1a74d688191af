import { randomUUID } from 'node:crypto';
import {
  type ControlClient,
  type ControlClientOptions,
  createControlClient,
} from '../../mock/control-client.ts';
import { MOCK_KEY } from '../../mock/sessions/accounts.ts';
import { explainName, SESSION_PREFIX } from '../../mock/sessions/read-session.ts';

/** A gateway of its own within a mock: accounts, tasks, clock, scenarios and journal. */
export interface MockSession {
  /** Address for clients, without `/v1`. That of a named session contains its name. */
  readonly baseUrl: string;
  /** A key with a deposit and every model. */
  readonly apiKey: string;
  /** Money, time, failures, callbacks and the journal of this session. */
  readonly control: ControlClient;
}

/** The shared session of a mock, at its own address. */
export function sharedSession(baseUrl: string, fetch?: ControlClientOptions['fetch']): MockSession {
  return { baseUrl, apiKey: MOCK_KEY, control: createControlClient({ baseUrl, ...(fetch && { fetch }) }) };
}

/** A session by its name; without one, a fresh session. Throws for a name that the mock refuses. */
export function namedSession(
  { baseUrl, fetch }: Pick<ControlClientOptions, 'baseUrl' | 'fetch'>,
  name: string = randomUUID(),
): MockSession {
  const fault = explainName(name);
  if (fault !== undefined) throw new Error(`The name of a session ${fault}.`);
  return sharedSession(`${baseUrl}${SESSION_PREFIX}${name}`, fetch);
}
