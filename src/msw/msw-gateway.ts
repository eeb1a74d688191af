import { type HttpHandler, http } from 'msw/http';
import type { AddedModels } from '../contract/added-models.ts';
import { createFetchHandler, type FetchHandler } from '../http/fetch.ts';
import type { MockGateway, MockOptions } from '../mock/assemble-mock.ts';
import { type ControlClient, createControlClient } from '../mock/control-client.ts';
import { DroppedConnection } from '../mock/dropped-connection.ts';
import { MOCK_WEBHOOK_SECRET } from '../mock/sessions/accounts.ts';
import { type CallbackListener, createCallbackListeners } from './callback-listeners.ts';

/** Options of the gateway behind the handlers: those of the mock, and where it seems to be. */
export interface MswGatewayOptions
  extends Partial<Pick<MockOptions, 'balance' | 'isFrozen' | 'seed' | 'speed'>> {
  /** Models of your own: what `gatewright generate` writes as `models.mjs`. */
  readonly models?: AddedModels;
  /** The address whose requests are answered. */
  readonly baseUrl?: string;
}

/** A stateful gateway as handlers of MSW: what the program under test sends to `baseUrl` is answered in its own process or page. */
export interface MswGateway extends Disposable {
  readonly baseUrl: string;
  /** For `setupServer(...handlers)` or `setupWorker(...handlers)`, beside handlers of other services. */
  readonly handlers: readonly HttpHandler[];
  /** Answers as the handlers do, without MSW: for clients that take a `fetch`. */
  readonly fetch: FetchHandler;
  /** Money, time, failures and the journal of the gateway. */
  readonly control: ControlClient;
  /**
   * Receives the callbacks, signed as they would be sent; nothing is sent to their addresses. A delivery is answered
   * with the `Response` that a listener returns, or else with 200; it fails when a listener throws. Returns what
   * removes the listener.
   */
  onCallback(listener: CallbackListener): () => void;
  /** Signs the callbacks of every account, until another one is set. */
  readonly webhookSecret: string;
  /** Resets everything, as before each test: money, tasks, time, scenarios and journal. */
  reset(): Promise<void>;
  /** Ends its alarms and threads. */
  close(): void;
}

/** Creates the gateway on a mock of the platform. */
export function toMswGateway(
  { baseUrl = 'http://gateway.test', ...options }: MswGatewayOptions,
  createMock: (options: MockOptions) => MockGateway,
): MswGateway {
  const reportFault = (error: unknown) => console.error(error);
  const listeners = createCallbackListeners(reportFault);
  const { gateway, close } = createMock({
    ...options,
    reportFault,
    // The program's own fetch: its other handlers answer for reference images, too.
    fetch: (url, init) => (isOwn(url) ? answer(new Request(url)) : fetch(url, init)),
    ports: { callbackSender: listeners.sender },
  });
  const answer = createFetchHandler(gateway);
  const isOwn = ({ href }: URL) => href.startsWith(`${baseUrl}/`);
  const control = createControlClient({ baseUrl, fetch: answer });
  return {
    baseUrl,
    handlers: [http.all(`${baseUrl}/*`, ({ request }) => answer(request).catch(toNetworkError))],
    fetch: answer,
    control,
    onCallback: listeners.add,
    webhookSecret: MOCK_WEBHOOK_SECRET,
    reset: control.reset,
    close,
    [Symbol.dispose]: close,
  };
}

/** The response by which MSW makes a request fail as a broken connection does. */
function toNetworkError(error: unknown): Response {
  if (error instanceof DroppedConnection) return Response.error();
  throw error;
}
