import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createProcessPool } from '../../../src/adapters/workers/create-process-pool.ts';
import type { WorkerPoolOptions } from '../../../src/adapters/workers/create-worker-pool.ts';
import type { UntrustedWork } from '../../../src/gateway/ports/workers.ts';
import { isRunning } from '../../support/child-processes.ts';
import { PATIENCE_MS, until, within } from '../../support/until.ts';
import type { OddJob } from './odd-jobs.ts';

const patient: UntrustedWork<OddJob, unknown> = {
  module: new URL('./odd-jobs.ts', import.meta.url).href,
  load: () => import('./odd-jobs.ts'),
  timeMs: PATIENCE_MS,
  bufferBytes: 2 ** 28,
};

function openPool(options: Partial<WorkerPoolOptions> = {}) {
  const pool = createProcessPool({ waitMs: PATIENCE_MS, ...options });
  onTestFinished(() => pool.close());
  const ask = (
    kind: OddJob['kind'],
    { work = patient, ...order }: { work?: typeof patient; signal?: AbortSignal; owner?: string } = {},
  ) => pool.run(work, { bytes: Uint8Array.of(1, 2, 3), about: { kind }, ...order });
  const findProcess = async () => {
    const result = await ask('process');
    if (result.kind !== 'found') throw new Error(`the process is not known: ${result.kind}`);
    return Number(result.found);
  };
  return { pool, ask, findProcess };
}

const ended = (pid: number) => until(`process ${pid} ends`, () => !isRunning(pid));

test('a task runs in another process, which is kept, without the environment of this one', async () => {
  const { pool, ask, findProcess } = openPool();
  const pid = await findProcess();
  expect(pid).not.toBe(process.pid);
  expect(await ask('sum')).toEqual({ kind: 'found', found: 6 });
  expect(await ask('environment')).toEqual({ kind: 'found', found: ['MALLOC_ARENA_MAX'] });
  const bytes = new Uint8Array(20_000_000).fill(1);
  expect(await pool.run(patient, { bytes, about: { kind: 'sum' } })).toEqual({
    kind: 'found',
    found: 20_000_000,
  });
  expect(await findProcess()).toBe(pid);
});

test.each<[string, { given: OddJob['kind']; timeMs?: number; want: object }]>([
  ['blocks it for ever', { given: 'spin', timeMs: 200, want: { kind: 'too_slow' } }],
  ['waits for ever', { given: 'wait', timeMs: 200, want: { kind: 'too_slow' } }],
  ['fills its memory', { given: 'hoard beside', want: { kind: 'too_large' } }],
  ['throws', { given: 'throw', want: { kind: 'crashed', error: expect.stringContaining('went wrong') } }],
  ['answers nonsense', { given: 'answer nonsense', want: { kind: 'crashed', error: expect.any(Error) } }],
  [
    'writes megabytes',
    { given: 'answer without an end', want: { kind: 'crashed', error: expect.any(Error) } },
  ],
  ['ends it', { given: 'exit', want: { kind: 'crashed', error: expect.any(Error) } }],
])(
  'only the task that %s fails: its process is killed, the next task gets another one',
  async (_name, { given, timeMs = PATIENCE_MS, want }) => {
    const { ask, findProcess } = openPool();
    const pid = await findProcess();
    const bad = ask(given, { work: { ...patient, timeMs } });
    const good = ask('sum');
    expect(await bad).toMatchObject(want);
    expect(await good).toEqual({ kind: 'found', found: 6 });
    await ended(pid);
  },
);

test('a process that is killed from outside fails only its task', async () => {
  const { ask, findProcess } = openPool();
  const pid = await findProcess();
  const working = ask('wait');
  process.kill(pid, 'SIGKILL');
  expect(await working).toMatchObject({
    kind: 'crashed',
    error: { message: 'The process ended with SIGKILL.' },
  });
  expect(await ask('sum')).toEqual({ kind: 'found', found: 6 });
});

test('a task whose client has disconnected ends its process', async () => {
  const { ask, findProcess } = openPool();
  const pid = await findProcess();
  const left = new AbortController();
  const working = ask('spin', { signal: left.signal });
  left.abort();
  expect(await working).toEqual({ kind: 'cancelled' });
  await ended(pid);
});

test('a process that has grown is replaced', async () => {
  const { ask, findProcess } = openPool();
  const work = { ...patient, bufferBytes: 2 ** 31 };
  const grown = await ask('keep memory', { work });
  expect(grown).toEqual({ kind: 'found', found: expect.any(Number) });
  expect(await findProcess()).not.toBe(grown.kind === 'found' && grown.found);
});

test('an idle process ends, and so do all when the pool is closed', async () => {
  const idle = openPool({ idleMs: 0 });
  await ended(await idle.findProcess());
  const { pool, ask, findProcess } = openPool();
  const pid = await findProcess();
  const [running, waiting] = [ask('spin'), ask('sum')];
  await pool.close();
  expect(await Promise.all([running, waiting])).toEqual([{ kind: 'cancelled' }, { kind: 'cancelled' }]);
  await ended(pid);
});

test('signals of a terminal do not end it before its parent', async () => {
  const { ask, findProcess } = openPool();
  const pid = await findProcess();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.kill(pid, signal);
  expect(await ask('process')).toEqual({ kind: 'found', found: pid });
});

const script = join(import.meta.dirname, 'leave-working-process.ts');

test('an idle process does not keep its parent alive', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'idle']);
  await ended(Number(stdout));
});

test('a working process ends with its parent, even if that is killed', async () => {
  const parent = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const [text] = await within('the parent names its process', once(parent.stdout, 'data'));
  const pid = Number(text);
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await ended(pid);
});
