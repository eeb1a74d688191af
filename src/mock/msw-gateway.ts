import { type HttpHandler, http } from 'msw/http';
import { createFetchHandler } from '../http/fetch.ts';
import { type ControlClient, createControlClient } from './control-client.ts';
import { createMock, type MockOptions } from './create-mock.ts';
import { DroppedConnection } from './dropped-connection.ts';

/** Options of the gateway behind the handlers; those of the mock, and where it seems to be. */
export interface MswGatewayOptions
  extends Partial<Pick<MockOptions, 'balance' | 'isFrozen' | 'seed' | 'speed'>> {
  /** The address whose requests are answered. */
  readonly baseUrl?: string;
}

/** A stateful gateway as handlers of MSW: what the program under test sends to `baseUrl` is answered inside this process. */
export interface MswGateway extends Disposable {
  readonly baseUrl: string;
  /** For `setupServer(...handlers)`, beside handlers of other services. */
  readonly handlers: readonly HttpHandler[];
  /** Money, time, failures and the journal of the gateway; resetting it between tests keeps them apart. */
  readonly control: ControlClient;
  /** Ends its threads and alarms. */
  close(): void;
}

/** Creates the gateway with all its models, the preset keys and the control plane, in Node. */
export function createMswGateway({
  baseUrl = 'http://gateway.test',
  ...options
}: MswGatewayOptions = {}): MswGateway {
  const { gateway, close } = createMock({ ...options, reportFault: console.error });
  const fetch = createFetchHandler(gateway);
  return {
    baseUrl,
    handlers: [http.all(`${baseUrl}/*`, ({ request }) => fetch(request).catch(toNetworkError))],
    control: createControlClient({ baseUrl, fetch }),
    close,
    [Symbol.dispose]: close,
  };
}

/** The response by which MSW makes a request fail as a broken connection does. */
function toNetworkError(error: unknown): Response {
  if (error instanceof DroppedConnection) return Response.error();
  throw error;
}
