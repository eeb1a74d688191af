import { isMarkedAsUntransferable, Worker } from 'node:worker_threads';
import type { WorkResult } from '../../gateway/ports/workers.ts';
import type { Assignment, PoolWorker, PoolWorkerOptions } from './pool-worker.ts';
import type { ThreadAnswer, ThreadTask } from './thread-main.ts';

type Settle = (result: WorkResult<unknown>) => void;

const WATCH_EVERY_MS = 50;
/**
 * V8 ends the process, not the thread, when one allocation goes far beyond a thread's limit, so this limit must never
 * be reached.
 */
const CEILING_MEGABYTES = 4096;
const EXTENSION = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
const MAIN = new URL(`./thread-main${EXTENSION}`, import.meta.url);

/** Starts a thread. Work in JavaScript can be terminated, unlike work in native code. */
export function openThread({ heapBytes, onEnd }: PoolWorkerOptions): PoolWorker {
  const worker = startWorker();
  let settle: Settle | undefined;
  let isOpen = true;
  worker.on('message', (answer: ThreadAnswer) => settle?.(answer));
  worker.on('error', (error) => settle?.(toFailure(error)));
  worker.once('exit', (code) => {
    settle?.({ kind: 'crashed', error: new Error(`The thread ended with code ${code}.`) });
    onEnd();
  });
  return {
    get isOpen() {
      return isOpen;
    },
    async run(assignment) {
      worker.ref();
      const result = await new Promise<WorkResult<unknown>>((resolve) => {
        const leave = watch(worker, { ...assignment, heapBytes }, (found) => settle?.(found));
        settle = (found) => {
          settle = undefined;
          leave();
          resolve(found);
        };
        hand(worker, assignment, settle);
      });
      worker.unref();
      isOpen = result.kind === 'found';
      if (!isOpen) void worker.terminate();
      return result;
    },
    async end() {
      settle?.({ kind: 'cancelled' });
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

/** Settles an assignment that exceeds its time or memory, or is cancelled; returns a function that stops watching. */
function watch(
  worker: Worker,
  { timeMs, bufferBytes, heapBytes, signal }: Assignment & Pick<PoolWorkerOptions, 'heapBytes'>,
  settle: Settle,
): () => void {
  const timer = setTimeout(() => settle({ kind: 'too_slow' }), timeMs);
  const ticker = setInterval(() => {
    // A thread that has ended has no statistics.
    worker.getHeapStatistics().then(
      ({ used_heap_size: used, external_memory: beside }) =>
        (used > heapBytes || beside > bufferBytes) && settle({ kind: 'too_large' }),
      () => undefined,
    );
  }, WATCH_EVERY_MS);
  const cancel = () => settle({ kind: 'cancelled' });
  signal?.addEventListener('abort', cancel);
  return () => {
    clearTimeout(timer);
    clearInterval(ticker);
    signal?.removeEventListener('abort', cancel);
  };
}

function hand(worker: Worker, { module, bytes, about }: Assignment, settle: Settle): void {
  const own = toOwn(bytes);
  const task: ThreadTask = { module: module.replace(/\.ts$/, EXTENSION), bytes: own, about };
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
