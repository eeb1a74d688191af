import { openThread, type WorkThread } from './open-thread.ts';

/** Threads that are lent: at most so many, started when they are asked for, ended when they rest. */
export interface ThreadSet {
  /** A thread without work; undefined when all are lent. */
  take(): WorkThread | undefined;
  /** Gives back a thread that can do more. One that cannot comes back by itself when it has ended. */
  rest(thread: WorkThread): void;
  end(): Promise<void>;
}

/** How many threads there are, and what is called when one of them has ended. */
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
