import { http } from 'msw/http';
import { createFetchHandler } from '../http/fetch.ts';
import { createInProcessFetch } from '../http/in-process-fetch.ts';
import type { MockGateway, MockOptions } from '../mock/assemble-mock.ts';
import { createControlClient } from '../mock/control-client.ts';
import { DroppedConnection } from '../mock/dropped-connection.ts';
import { expectOptions } from '../mock/options/expect-options.ts';
import { PORTLESS_RULES } from '../mock/options/option-rules.ts';
import { MOCK_WEBHOOK_SECRET } from '../mock/sessions/accounts.ts';
import { whileAwaited } from '../mock/while-awaited.ts';
import { createCallbackListeners } from './callback-listeners.ts';
import type { MswGateway, MswGatewayOptions } from './msw-gateway.ts';

/** Creates the gateway on a mock of the platform. */
export function toMswGateway(
  given: MswGatewayOptions,
  createMock: (options: MockOptions) => MockGateway,
): MswGateway {
  expectOptions('createMockGateway', given, PORTLESS_RULES);
  const { baseUrl = 'http://gateway.test', ...options } = given;
  const reportFault = (error: unknown) => console.error(error);
  const listeners = createCallbackListeners(reportFault);
  const { gateway, close } = createMock({
    ...options,
    reportFault,
    // The program's own fetch: its other handlers answer for reference images, too.
    fetch: (url, init) => (isOwn(url) ? answer(new Request(url)) : fetch(url, init)),
    ports: { callbackSender: listeners.sender },
  });
  const awaited = whileAwaited(gateway);
  const answer = createFetchHandler(awaited);
  const isOwn = ({ href }: URL) => href.startsWith(`${baseUrl}/`);
  const control = createControlClient({ baseUrl, fetch: answer });
  return {
    baseUrl,
    handlers: [http.all(`${baseUrl}/*`, ({ request }) => answer(request).catch(toNetworkError))],
    fetch: createInProcessFetch(awaited),
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
