import type { OpenWorker, PoolWorker } from './pool-worker.ts';

/** How to start a worker, how many, and a callback for when one has ended. */
export interface WorkerSetOptions {
  readonly open: OpenWorker;
  readonly size: number;
  readonly heapBytes: number;
  readonly idleMs: number;
  readonly onEnd: () => void;
}

/** Creates a set of workers to borrow: a limited number, started on demand, ended when idle. */
export function createWorkerSet({ open, size, heapBytes, idleMs, onEnd }: WorkerSetOptions) {
  const started = new Set<PoolWorker>();
  const resting = new Map<PoolWorker, NodeJS.Timeout>();
  const wake = (worker: PoolWorker) => {
    clearTimeout(resting.get(worker));
    resting.delete(worker);
    return worker;
  };
  const start = () => {
    try {
      const worker = open({
        heapBytes,
        onEnd() {
          started.delete(wake(worker));
          onEnd();
        },
      });
      started.add(worker);
      return worker;
    } catch (error) {
      return unstarted(error); // the system has no more threads, processes or files
    }
  };
  return {
    /** An idle worker; undefined when all are in use. */
    take() {
      const rested = [...resting.keys()].at(-1);
      if (rested) return wake(rested);
      return started.size < size ? start() : undefined;
    },
    /** Returns a worker that is open. One that has ended is returned automatically. */
    rest(worker: PoolWorker) {
      const retire = () => void wake(worker).end();
      resting.set(worker, setTimeout(retire, idleMs).unref());
    },
    async end() {
      await Promise.all([...started].map((worker) => worker.end()));
    },
  };
}

/** A placeholder for a worker that could not be started: every assignment fails. */
function unstarted(error: unknown): PoolWorker {
  return { isOpen: false, run: async () => ({ kind: 'crashed', error }), end: async () => {} };
}
