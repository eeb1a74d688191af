/// <reference lib="esnext.disposable" preserve="true" />
import type { HttpHandler } from 'msw/http';
import type { AddedModels } from '../contract/added-models.ts';
import type { InProcessFetch } from '../http/in-process-fetch.ts';
import type { ControlClient } from '../mock/control-client.ts';
import type { MockSettings } from '../mock/options/mock-settings.ts';
import type { CallbackListener } from './callback-listeners.ts';

/** Options of the gateway behind the handlers: those of the mock, and where it seems to be. */
export interface MswGatewayOptions extends MockSettings {
  /** The address whose requests are answered. */
  readonly baseUrl?: string | undefined;
  /** Models of your own: what `gatewright generate` writes as `models.mjs`. */
  readonly models?: AddedModels | undefined;
}

/** A stateful gateway as handlers of MSW: what the program under test sends to `baseUrl` is answered in its own process or page. */
export interface MswGateway extends Disposable {
  readonly baseUrl: string;
  /** For `setupServer(...handlers)` or `setupWorker(...handlers)`, beside handlers of other services. */
  readonly handlers: readonly HttpHandler[];
  /** Answers as the handlers do, without MSW: for clients that take a `fetch`. */
  readonly fetch: InProcessFetch;
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
  /** Resets money, tasks, time, scenarios and journal, as before each test; the listeners of callbacks stay. */
  reset(): Promise<void>;
  /** Ends its alarms and threads. */
  close(): void;
}
