import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { nodeDigest } from '../../src/adapters/platform/node-digest.ts';
import { createLocalQueue } from '../../src/adapters/queue/local-queue.ts';
import { createMemoryStore } from '../../src/adapters/store/memory/memory-store.ts';
import { toStorePorts } from '../../src/adapters/store/whole-store.ts';
import { createFetchHandler } from '../../src/http/fetch.ts';
import { createServeGateway, type ServeGatewayOptions } from '../../src/node/serve-gateway.ts';
import { createCountingIds } from '../support/create-test-gateway.ts';
import { idlePorts } from '../support/idle-ports.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { at, textAt } from '../support/open-wire.ts';
import { until } from '../support/until.ts';

/** The gateway of a service with a store in memory and a clock that stands still. */
function open(options: Partial<ServeGatewayOptions> = {}) {
  const clock = createManualClock();
  const reportFault = (error: unknown): never => expect.unreachable(String(error));
  const queue = createLocalQueue({ clock, reportFault });
  const key = { digest: nodeDigest.sha256('sk-one'), accountId: 'one', group: 'default', groupRatio: '1' };
  const store = createMemoryStore({
    keys: [{ ...key, models: undefined }],
    deposits: { one: 10_000_000_000n },
    keepFinished: 10,
    idempotencySeconds: 1,
    schedule: queue.schedule,
  });
  const { rateLimiter } = idlePorts;
  const ports = { clock, ids: createCountingIds(), queue, rateLimiter, reportFault, ...toStorePorts(store) };
  const { gateway, close } = createServeGateway(ports, {
    allowsPrivateAddresses: false,
    successStatus: 'success',
    keepDays: undefined,
    simulatorSpeed: 1,
    ...options,
  });
  onTestFinished(close);
  const fetch = createFetchHandler(gateway);
  const ask = async (path: string, body?: object) => {
    const headers = { authorization: 'Bearer sk-one', 'content-type': 'application/json' };
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const response = await fetch(new Request(`http://gateway.test${path}`, init));
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const submit = (fields: object = {}) =>
    ask('/v1/images/generations', { model: 'sx-5-0-pro', prompt: 'A boat', ...fields });
  return { clock, store, ask, submit };
}

/** A server in the network of the gateway, and how many connections it got. */
async function startInside() {
  let connections = 0;
  const server = createServer((_request, response) => response.writeHead(404).end());
  server.on('connection', () => {
    connections += 1;
  });
  onTestFinished(() => closeServer(server));
  return { url: `http://127.0.0.1:${await listenOnLoopback(server)}`, connections: () => connections };
}

test('tasks take the contract’s time divided by the speed, and end with the status that is set', async () => {
  const statuses = [1, 1000].map(async (simulatorSpeed) => {
    const { clock, ask, submit } = open({ simulatorSpeed, successStatus: 'completed' });
    const id = textAt((await submit()).body, 'data', 0, 'task_id');
    clock.advance(1000);
    await new Promise(setImmediate);
    return at((await ask(`/v1/tasks/${id}`)).body, 'status');
  });
  expect(await Promise.all(statuses)).toEqual(['submitted', 'completed']);
});

test('references and callbacks reach no private address, unless that is allowed', async () => {
  const inside = await startInside();
  const strict = open({ simulatorSpeed: 1000 });
  expect((await strict.submit({ image_urls: [`${inside.url}/boat.png`] })).status).toBe(400);
  expect((await strict.submit({ webhook: inside.url })).status).toBe(200);
  strict.clock.advance(1000);
  await until(
    'the callback is discarded',
    async () => (await strict.store.listDeliveries(1, 'discarded')).length > 0,
  );
  expect(inside.connections()).toBe(0);

  const lenient = open({ allowsPrivateAddresses: true });
  const { body } = await lenient.submit({ image_urls: [`${inside.url}/boat.png`] });
  expect(textAt(body, 'error', 'message')).toContain('404');
  expect(inside.connections()).toBe(1);
});
