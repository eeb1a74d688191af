// Decides money, time and failures of a mock. Needs one whose clock is frozen (npm start -- --clock manual), then:
// npx node examples/steer-the-mock.ts [base URL]
import assert from 'node:assert/strict';
import { createClient, GatewrightError } from '../src/client/index.ts';
import { createControlClient } from '../src/mock/control-client.ts';

const [baseUrl = 'http://localhost:8080'] = process.argv.slice(2);
const session = 'steer-the-mock';
const control = createControlClient({ baseUrl, session });
const client = createClient({ baseUrl: `${baseUrl}/__session/${session}`, apiKey: 'sk-tight' });
const submit = () => client.images.generate({ model: 'sx-5-0-pro', prompt: 'A paper boat' });

// Money for exactly one image.
await control.reset();
await control.setClock({ freeze: true });
await control.putAccount('sk-tight', { balance: '0.045' });

// The first task fails after its time has passed, and is refunded.
await control.addScenario({
  operation: 'createImage',
  outcome: 'fail',
  error: { code: 'upstream_error' },
  times: 1,
});
const failed = await submit();
await control.setClock({ advance: '5m' });
assert.equal((await failed.poll()).status, 'failed');

// The second succeeds, and a third is not covered.
const made = await submit();
await control.setClock({ advance: '5m' });
assert.equal((await made.poll()).status, 'success');
const refusal = await submit().catch((error) => error);
assert(refusal instanceof GatewrightError);
assert.equal(refusal.status, 402);

for (const { method, path, status } of await control.journal()) console.log(method, path, status);
