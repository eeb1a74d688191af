// The whole gateway inside one process, with a clock that is advanced by hand: nothing listens and nothing waits.
//   npx node examples/gateway-in-a-test.ts
import assert from 'node:assert/strict';
import { createManualClock } from '../src/adapters/clock/manual-clock.ts';
import { createGatewrightClient } from '../src/client/create-client.ts';
import { GatewrightError } from '../src/client/gatewright-error.ts';
import { createFetchHandler } from '../src/http/fetch.ts';
import { createMock } from '../src/mock/create-mock.ts';

const clock = createManualClock();
const mock = createMock({ clock, reportFault: console.error });
const fetch = createFetchHandler(mock.gateway);
const client = createGatewrightClient({ baseUrl: 'http://gateway.test', apiKey: 'sk-mock', fetch });

const submitted = await client.createImage({ model: 'qx-image-3.0', prompt: 'A paper boat', n: 2 });
const task_id = submitted.data[0]?.task_id ?? '';
assert.equal((await client.getTask({ task_id })).status, 'submitted');

clock.advance(8_000);
const task = await client.getTask({ task_id });
assert.equal(task.status, 'success');
assert.equal(task.cost, 0.06);

const [first = ''] = task.result?.images?.[0]?.url ?? [];
const file = await fetch(new Request(first));
assert.equal(file.headers.get('content-type'), 'image/png');

const refused = await client
  .createImage({ model: 'sx-5-0-pro', prompt: 'A boat', n: 2 })
  .catch((error) => error);
assert(refused instanceof GatewrightError);
assert.equal(refused.param, '/n');

mock.close();
console.log(`${task.status} after 8 simulated seconds; a bad request is refused: ${refused.message}`);
