// The whole gateway inside one process, with a clock that the test advances: nothing listens and nothing waits.
//   npx node examples/gateway-in-a-test.ts
import assert from 'node:assert/strict';
import { createControlledClock } from '../src/adapters/clock/controlled-clock.ts';
import { createClient, GatewrightError } from '../src/client/index.ts';
import { createFetchHandler } from '../src/http/fetch.ts';
import { createMock } from '../src/mock/create-mock.ts';

const clock = createControlledClock({ isFrozen: true });
const mock = createMock({ clock, reportFault: console.error });
const fetch = createFetchHandler(mock.gateway);
const client = createClient({ baseUrl: 'http://gateway.test', apiKey: 'sk-mock', fetch });

const task = await client.images.generate({ model: 'qx-image-3.0', prompt: 'A paper boat', n: 2 });
assert.equal((await task.poll()).status, 'submitted');

await clock.advance(8_000);
const { status, cost, result } = await task.wait();
assert.equal(status, 'success');
assert.equal(cost, 0.06);

const [first = ''] = result?.images?.[0]?.url ?? [];
const file = await fetch(new Request(first));
assert.equal(file.headers.get('content-type'), 'image/png');

const refused = await client.images
  .generate({ model: 'sx-5-0-pro', prompt: 'A boat', n: 2 })
  .catch((error) => error);
assert(refused instanceof GatewrightError);
assert.equal(refused.param, '/n');

mock.close();
console.log(`${status} after 8 simulated seconds; a bad request is refused: ${refused.message}`);
