import type { AddedModels } from '../../contract/added-models.ts';
import { createFetchHandler } from '../../http/fetch.ts';
import { createMock as createMockGateway } from '../../mock/create-mock.ts';
import { createLazyFetch } from '../../mock/ports/lazy-network.ts';
import { whileAwaited } from '../../mock/while-awaited.ts';
import { reportFault } from '../mock-server.ts';
import { checkSettings } from './check-settings.ts';
import { type MockSession, namedSession, sharedSession } from './mock-session.ts';
import type { MockSettings } from './mock-settings.ts';

/** Where a mock without a port seems to be, and how it behaves. */
export interface CreateMockOptions extends MockSettings {
  /** The address in its links; `http://gateway.test` by default. */
  readonly baseUrl?: string;
  /** Models of your own: what `loadModels` gives, or `models` of what `gatewright generate` writes. */
  readonly models?: AddedModels;
}

/** A mock without a port, and its shared session: it is reached through `fetch` only. */
export interface InProcessMock extends MockSession, Disposable {
  /** Answers every request, wherever it is addressed to; give it to a client in place of the global one. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** The session of that name, created by its first request; without a name, a fresh one. Throws for a name that the mock refuses. */
  session(name?: string): MockSession;
  /** Ends its threads and alarms. */
  close(): void;
}

/** Creates a mock gateway in this process, without a port. */
export function createMock(options: CreateMockOptions = {}): InProcessMock {
  const { baseUrl = 'http://gateway.test', ...settings } = options;
  checkSettings(settings);
  if (typeof settings.models === 'string' || settings.models instanceof URL)
    throw new TypeError('createMock takes models that are loaded: await loadModels(folder).');
  const network = createLazyFetch('almost everything');
  const { gateway, close } = createMockGateway({
    ...settings,
    reportFault,
    // Its own files are references, too: nothing listens at their address.
    fetch: (url, init) =>
      url.href.startsWith(`${baseUrl}/`) ? handle(new Request(url, init)) : network(url, init),
  });
  const handle = createFetchHandler(whileAwaited(gateway));
  const fetch: InProcessMock['fetch'] = (input, init) => handle(new Request(input, init));
  return {
    ...sharedSession(baseUrl, fetch),
    fetch,
    session: (name) => namedSession({ baseUrl, fetch }, name),
    close,
    [Symbol.dispose]: close,
  };
}
