import { createProcessPool } from '../../../src/adapters/workers/create-process-pool.ts';
import type { OddJob } from './odd-jobs.ts';

const module = new URL('./odd-jobs.ts', import.meta.url).href;
const work = { module, load: () => import('./odd-jobs.ts'), timeMs: 600_000, bufferBytes: 2 ** 28 };
const pool = createProcessPool();
const ask = (kind: OddJob['kind']) => pool.run(work, { bytes: Uint8Array.of(1), about: { kind } });

const { found } = (await ask('process')) as { readonly found: number }; // the job answers with it
if (process.argv[2] === 'idle') process.stdout.write(String(found));
else {
  const working = ask('wait');
  process.stdout.write(String(found));
  await working;
}
