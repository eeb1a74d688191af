import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startMockServer } from '../../src/node/mock-server.ts';

const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

interface Action {
  readonly runs: { readonly steps: readonly { readonly run?: string }[] };
}

test('the step of action.yml runs the suite in the folder of its user, and writes reports there', async () => {
  const { runs } = parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action;
  const [, step = ''] = runs.steps.flatMap((one) => one.run ?? []);
  expect(step).toContain('gatewright conform');
  const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (mock.kind === 'failed') throw new Error(mock.message);
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-action-'));
  try {
    const { stdout } = await run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step], {
      cwd: folder,
      env: {
        ...process.env,
        GITHUB_ACTION_PATH: root,
        BASE_URL: mock.baseUrl,
        KEY: 'sk-mock',
        TARGET: '',
        ARGUMENTS: '--only auth.no-key-task\n  --report json=report.json\n--report "junit=my report.xml"\n',
      },
    });
    expect(stdout).toContain('Passed: ');
    expect(JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))).toMatchObject({
      cases: [{ id: 'auth.no-key-task/task', outcome: 'passed' }],
    });
    expect(await readFile(join(folder, 'my report.xml'), 'utf8')).toContain('<testsuites');
  } finally {
    await mock.close();
    await rm(folder, { recursive: true });
  }
});
