import { afterAll, expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { callCommand } from '../cli/call-command.ts';

const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
if (mock.kind === 'failed') throw new Error(mock.message);
afterAll(() => mock.close());

/** Folders of cases that take little time. `npm run conform` runs all of them. */
const FOLDERS = [
  ...['auth', 'balance', 'caching', 'catalogue', 'errors', 'files', 'idempotency', 'languages', 'models'],
  ...['moderation', 'pdf', 'pricing', 'rate-limits', 'responses', 'schemas', 'streaming', 'tasks', 'tools'],
  ...['usage', 'versioning'],
];

test('the gateway of this project passes the suite', async () => {
  const only = FOLDERS.flatMap((folder) => ['--only', folder]);
  const { code, out } = await callCommand('conform', mock.baseUrl, ...only, '--quiet', '--seed', 'own');
  expect(out).toMatch(/^Passed: (\d+) of \1 requirements passed, in \d+ cases\. /);
  expect(code).toBe(0);
});
