import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import type { WorkResult } from '../../gateway/ports/workers.ts';
import {
  type Assignment,
  createRun,
  type PoolWorker,
  type PoolWorkerOptions,
  type Settle,
  toRunning,
} from './pool-worker.ts';
import type { ThreadAnswer, ThreadTask } from './thread-main.ts';

const WATCH_EVERY_MS = 50;
/**
 * V8 ends the process, not the thread, when one allocation goes far beyond a thread's limit, so this limit must never
 * be reached.
 */
const CEILING_MEGABYTES = 4096;
const MAIN = new URL(toRunning('./thread-main.ts'), import.meta.url);

/** Starts a thread. Work in JavaScript can be terminated, unlike work in native code. */
export function openThread({ heapBytes, onEnd }: PoolWorkerOptions): PoolWorker {
  const worker = startWorker();
  const { settle, run } = createRun();
  let isOpen = true;
  worker.on('message', (answer: ThreadAnswer) => settle(answer));
  worker.on('error', (error) => settle(toFailure(error)));
  worker.once('exit', (code) => {
    settle({ kind: 'crashed', error: new Error(`The thread ended with code ${code}.`) });
    onEnd();
  });
  return {
    get isOpen() {
      return isOpen;
    },
    async run(assignment) {
      worker.ref();
      const ticker = watchMemory(worker, { ...assignment, heapBytes }, settle);
      const result = await run(assignment, () => hand(worker, assignment, settle));
      clearInterval(ticker);
      worker.unref();
      isOpen = result.kind === 'found';
      if (!isOpen) void worker.terminate();
      return result;
    },
    async end() {
      settle({ kind: 'cancelled' });
      await worker.terminate();
    },
  };
}

/** It gets no environment variables. */
function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: CEILING_MEGABYTES };
  const worker = new Worker(MAIN, { env: {}, execArgv: [], resourceLimits });
  worker.unref();
  return worker;
}

function toFailure(error: unknown): WorkResult<unknown> {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'too_large' } : { kind: 'crashed', error };
}

/** Settles an assignment that exceeds its memory, until the timer is cleared. */
function watchMemory(
  worker: Worker,
  { bufferBytes, heapBytes }: Pick<Assignment, 'bufferBytes'> & Pick<PoolWorkerOptions, 'heapBytes'>,
  settle: Settle,
): NodeJS.Timeout {
  return setInterval(() => {
    // A thread that has ended has no statistics.
    worker.getHeapStatistics().then(
      ({ used_heap_size: used, external_memory: beside }) =>
        (used > heapBytes || beside > bufferBytes) && settle({ kind: 'too_large' }),
      () => undefined,
    );
  }, WATCH_EVERY_MS);
}

function hand(worker: Worker, { module, bytes, about }: Assignment, settle: Settle): void {
  const own = toOwn(bytes);
  const task: ThreadTask = { module: toRunning(module), bytes: own, about };
  try {
    worker.postMessage(task, [own.buffer]);
  } catch (error) {
    settle({ kind: 'crashed', error }); // `about` cannot be cloned
  }
}

/** The same bytes in a transferable buffer: small Buffers of Node share one. */
function toOwn(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && byteOffset === 0 && !isMarkedAsUntransferable(buffer);
  return isOwn ? new Uint8Array(buffer, 0, byteLength) : new Uint8Array(bytes);
}
