import type { HttpHandler } from 'msw/http';
import type { AddedModels } from '../contract/added-models.ts';
import type { FetchHandler } from '../http/fetch.ts';
import type { ControlClient } from '../mock/control-client.ts';
import type { CallbackListener } from './callback-listeners.ts';

/** Options of the gateway behind the handlers: those of the mock, and where it seems to be. */
export interface MswGatewayOptions {
  /** The address whose requests are answered. */
  readonly baseUrl?: string;
  /** Models of your own: what `gatewright generate` writes as `models.mjs`. */
  readonly models?: AddedModels;
  /** Speed of its clock; 1 by default, with 20 tasks finish 20 times as fast. */
  readonly speed?: number | undefined;
  /** Whether its clock stands still until `control.setClock` advances it; false by default. */
  readonly isFrozen?: boolean | undefined;
  /** Makes identifiers, pictures and random choices reproducible; on a frozen clock also times. */
  readonly seed?: number | undefined;
  /** Deposit of the key in US dollars, a decimal such as `1.53`. */
  readonly balance?: string | undefined;
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
