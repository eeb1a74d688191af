/** A test of the example model against the mock, for Node's own test runner. */
export const exampleTest = `import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('bin/gatewright.cjs', import.meta.resolve('gatewright/package.json')));
let mock;
let baseUrl;

// The mock takes its models from gatewright.config.json; its clock is fast, so that no test waits for a task.
before(async () => {
  const options = ['mock', '--port', '0', '--speed', '1000', '--quiet'];
  mock = spawn(process.execPath, [program, ...options], { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await Promise.race([once(mock.stdout, 'data'), once(mock, 'exit').then(() => [''])]);
  baseUrl = String(line).trim();
  assert.notEqual(baseUrl, '', 'the mock did not start');
});

after(() => mock.kill());

async function call(path, body) {
  const headers = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(baseUrl + path, init);
  return { status: response.status, body: await response.json() };
}

test('a request makes an image of the size in the file, at its price', async () => {
  const submitted = await call('/v1/images/generations', { model: 'paper-1.0', prompt: 'A paper boat', size: '3:2' });
  const id = submitted.body.data[0].task_id;
  let task = await call(\`/v1/tasks/\${id}\`);
  while (!['success', 'failed'].includes(task.body.status)) {
    await pause(20);
    task = await call(\`/v1/tasks/\${id}\`);
  }
  assert.equal(task.body.cost, 0.02);
  assert.deepEqual(task.body.result.images[0].sizes, ['1216x832']);
});

test('a request that breaks a rule is refused with its message', async () => {
  const { status, body } = await call('/v1/images/generations', {
    model: 'paper-1.0',
    prompt: 'A paper boat. '.repeat(100),
    resolution: '2K',
  });
  assert.equal(status, 400);
  assert.match(body.error.message, /at most 500 characters/);
});
`;
