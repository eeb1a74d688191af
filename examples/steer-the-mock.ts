// Decides money, time and failures of a mock. Needs one whose clock is frozen (npm start -- --clock manual), then:
// npx node examples/steer-the-mock.ts [base URL]
import assert from 'node:assert/strict';
import { createGatewrightClient } from '../src/client/create-client.ts';
import { GatewrightError } from '../src/client/gatewright-error.ts';
import { createControlClient } from '../src/mock/control-client.ts';

const [baseUrl = 'http://localhost:8080'] = process.argv.slice(2);
const session = 'steer-the-mock';
const control = createControlClient({ baseUrl, session });
const client = createGatewrightClient({ baseUrl: `${baseUrl}/__session/${session}`, apiKey: 'sk-tight' });
const submit = () => client.createImage({ model: 'sx-5-0-pro', prompt: 'A paper boat' });

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
const [failed] = (await submit()).data;
await control.setClock({ advance: '5m' });
assert.equal((await client.getTask({ task_id: failed?.task_id ?? '' })).status, 'failed');

// The second succeeds, and a third is not covered.
const [made] = (await submit()).data;
await control.setClock({ advance: '5m' });
assert.equal((await client.getTask({ task_id: made?.task_id ?? '' })).status, 'success');
const refusal = await submit().catch((error) => error);
assert(refusal instanceof GatewrightError);
assert.equal(refusal.status, 402);

for (const { method, path, status } of await control.journal()) console.log(method, path, status);
