import type { AddedModels } from '../../contract/added-models.ts';
import { createInProcessFetch, type InProcessFetch } from '../../http/in-process-fetch.ts';
import { createMock as createMockGateway } from '../../mock/create-mock.ts';
import { expectOptions } from '../../mock/options/expect-options.ts';
import type { MockSettings } from '../../mock/options/mock-settings.ts';
import { PORTLESS_RULES } from '../../mock/options/option-rules.ts';
import { createLazyFetch } from '../../mock/ports/lazy-network.ts';
import { whileAwaited } from '../../mock/while-awaited.ts';
import { reportFault } from '../mock-server.ts';
import { type MockSession, namedSession, sharedSession } from './mock-session.ts';

/** Where a mock without a port seems to be, and how it behaves. */
export interface CreateMockOptions extends MockSettings {
  /** The address in its links; `http://gateway.test` by default. */
  readonly baseUrl?: string | undefined;
  /** Models of your own: what `loadModels` gives, or `models` of what `gatewright generate` writes. */
  readonly models?: AddedModels | undefined;
}

/** A mock without a port, and its shared session: it is reached through `fetch` only. */
export interface InProcessMock extends MockSession, Disposable {
  /** Answers every request, wherever it is addressed to; give it to a client in place of the global one. */
  readonly fetch: InProcessFetch;
  /** The session of that name, created by its first request; without a name, a fresh one. Throws for a name that the mock refuses. */
  session(name?: string): MockSession;
  /** Ends its threads and alarms. */
  close(): void;
}

/** Creates a mock gateway in this process, without a port. Throws a `TypeError` that names an option that is none, or has a wrong value. */
export function createMock(options: CreateMockOptions = {}): InProcessMock {
  expectOptions('createMock', options, PORTLESS_RULES);
  const { baseUrl = 'http://gateway.test', ...settings } = options;
  const network = createLazyFetch('almost everything');
  const { gateway, close } = createMockGateway({
    ...settings,
    reportFault,
    // Its own files are references, too: nothing listens at their address.
    fetch: (url, init) => (url.href.startsWith(`${baseUrl}/`) ? fetch(url, init) : network(url, init)),
  });
  const fetch = createInProcessFetch(whileAwaited(gateway));
  return {
    ...sharedSession(baseUrl, fetch),
    fetch,
    session: (name) => namedSession({ baseUrl, fetch }, name),
    close,
    [Symbol.dispose]: close,
  };
}
