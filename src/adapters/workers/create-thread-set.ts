import { openThread, type WorkThread } from './open-thread.ts';

/** Threads to borrow: a limited number, started on demand, terminated when idle. */
export interface ThreadSet {
  /** An idle thread; undefined when all are in use. */
  take(): WorkThread | undefined;
  /** Returns a reusable thread. A terminated one is returned automatically. */
  rest(thread: WorkThread): void;
  end(): Promise<void>;
}

/** The number of threads, and a callback for when one has ended. */
export interface ThreadSetOptions {
  readonly threads: number;
  readonly heapBytes: number;
  readonly idleMs: number;
  readonly onEnd: () => void;
}

/** Creates a set without threads. */
export function createThreadSet({ threads, heapBytes, idleMs, onEnd }: ThreadSetOptions): ThreadSet {
  const open = new Set<WorkThread>();
  const resting = new Map<WorkThread, NodeJS.Timeout>();
  const wake = (thread: WorkThread) => {
    clearTimeout(resting.get(thread));
    resting.delete(thread);
    return thread;
  };
  const start = () => {
    const thread = openThread({
      heapBytes,
      onEnd() {
        open.delete(wake(thread));
        onEnd();
      },
    });
    open.add(thread);
    return thread;
  };
  return {
    take() {
      const rested = [...resting.keys()].at(-1);
      if (rested) return wake(rested);
      return open.size < threads ? start() : undefined;
    },
    rest(thread) {
      const retire = () => void wake(thread).end();
      resting.set(thread, setTimeout(retire, idleMs).unref());
    },
    async end() {
      await Promise.all([...open].map((thread) => thread.end()));
    },
  };
}
