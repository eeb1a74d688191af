import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';

const module = new URL('./odd-jobs.ts', import.meta.url).href;
const work = { module, load: () => import('./odd-jobs.ts'), timeMs: 50_000, bufferBytes: 2 ** 28 };
const bytes = Uint8Array.of(1, 2, 3);
process.stdout.write(JSON.stringify(await createWorkerPool().run(work, { bytes, about: { kind: 'sum' } })));
