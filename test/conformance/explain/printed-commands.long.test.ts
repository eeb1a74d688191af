import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { expandCases } from '../../../src/conformance/expand/expand.ts';
import { explain } from '../../../src/conformance/explain/explain.ts';
import { readSuite } from '../../../src/conformance/suite/read-suite.ts';
import { startMockServer } from '../../../src/node/mock-server.ts';
import { startHostile } from '../hostile-gateway.ts';

const suite = await readSuite();
const ids = [...suite.cases, ...expandCases(suite)].map(({ id }) => id);

/** The commands that `explain` prints for a case. */
function commandsOf(id: string): string {
  return (explain(id, suite) ?? '').split('\n\n').slice(1).join('\n');
}

/** What a person who repeats a case has, apart from what the explanation describes. */
const GIVEN = /(?:^|\n) *# ([A-Z]\w*)(?: is |: )/g;
const OF_EVERYBODY = [
  'BASE',
  'KEY',
  'HOST',
  'PORT',
  'WEBHOOK_SECRET',
  'POOR_KEY',
  'RESTRICTED_KEY',
  'LIMITED_KEY',
  'OTHER_KEY',
  'SIBLING_KEY',
];
/** The shell runs everything; commands that would reach other machines do nothing. */
const STUBS = ['curl', 'npx', 'nc', 'sleep', 'gzip'].map((name) => `${name}() { echo '{}'; }`);

test('every variable of a command is set before it, or explained', () => {
  const scripts = ids.map((id) => {
    const text = commandsOf(id);
    const given = [...OF_EVERYBODY, ...[...text.matchAll(GIVEN)].map(([, name]) => name)];
    return `(${given.map((name) => `${name}=1`).join('; ')}\n${text}\n) >/dev/null || echo '${id}' >&2`;
  });
  const input = [
    ...STUBS,
    'jq() { [ "$1" != -e ]; }',
    'cat() { :; }',
    'sed() { :; }',
    'tee() { :; }',
    'seq() { echo 1; }',
    ...scripts,
  ].join('\n');
  const { stderr } = spawnSync('bash', ['-u'], { input, encoding: 'utf8', cwd: tmpdir() });
  expect(stderr).toBe('');
});

test.each(['tasks.image', 'results.image-item', 'usage.chat-charge', 'catalogue.expand-category'])(
  'the commands of %s run as printed, to the last one',
  async (id) => {
    const mock = await startMockServer({ port: 0, host: '127.0.0.1', speed: 200 });
    if (mock.kind === 'failed') throw new Error(mock.message);
    const folder = mkdtempSync(join(tmpdir(), 'gatewright-explain-'));
    onTestFinished(async () => {
      await mock.close();
      rmSync(folder, { recursive: true });
    });
    const script = commandsOf(id);
    const env = { ...process.env, BASE: mock.baseUrl, KEY: 'sk-mock' };
    // A pipe: the descriptor that Node passes to a process cannot be opened as /dev/stderr.
    const command = `set -o pipefail; (set -eu\n${script}\n) 2>&1 | cat`;
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env, cwd: folder });
    expect(stdout).toMatch(/HTTP\/1.1 200/);
    expect(stdout).not.toMatch(/HTTP\/1.1 [45]|unbound|null/);
    if (script.includes('-o file')) expect(readFileSync(join(folder, 'file')).length).toBeGreaterThan(100);
  },
);

test.each<[string, (record: object) => object, readonly string[], number]>([
  ['a success', (record) => record, ['submitted', 'processing', 'success'], 3],
  ['one in a wrapper', (data) => ({ code: 200, data }), ['queued', 'running', 'completed'], 3],
  ['a failure, in a list', (record) => ({ data: [record] }), ['in_progress', 'in_progress', 'failed'], 3],
  ['one that was cancelled', (record) => record, ['NOT_START', 'cancelled'], 2],
  ['one that is not found', () => ({ id: 'task_1', error: {} }), [], 1],
])('the commands poll a task until it has ended: %s', async (_, wrap, statuses, polls) => {
  const { baseUrl, asked } = await startHostile(({ method, count }) =>
    method === 'POST'
      ? { code: 200, data: [{ status: 'submitted', task_id: 'task_1' }] }
      : wrap({ id: 'task_1', status: statuses[count - 2], result: {} }),
  );
  const [, submitAndPoll = ''] =
    /^([\s\S]+? done; echo .+\n.+\n)/.exec(commandsOf('results.image-item')) ?? [];
  const script = `sleep() { :; }\nset -u\n${submitAndPoll}\necho "RECORD $BODY"`;
  const env = { ...process.env, BASE: baseUrl, KEY: 'sk-1' };
  const { stdout } = await promisify(execFile)('bash', ['-c', `(${script}\n) 2>&1 | cat`], { env });
  expect(asked.slice(1)).toEqual(Array(polls).fill('GET /v1/tasks/task_1'));
  expect(stdout).toMatch(
    statuses.length > 0 ? `RECORD {"id":"task_1","status":"${statuses.at(-1)}"` : 'RECORD {',
  );
});
