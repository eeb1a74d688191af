import pLimit, { type LimitFunction } from 'p-limit';

export interface HostLimits {
  readonly concurrency: number;
  /** How many may queue in memory when it is busy. */
  readonly waiting: number;
}

/** Keeps a slow or dead host from using more than its share; an unused host takes no memory. */
export function createHostLimiter({ concurrency, waiting }: HostLimits) {
  const limits = new Map<string, LimitFunction>();
  return {
    /** Does the work when it is its turn, first come first served; `busy` when the queue is full. */
    run<Result>(host: string, work: () => Promise<Result>): Promise<Result> | 'busy' {
      const limit = limits.get(host) ?? pLimit(concurrency);
      if (limit.activeCount === concurrency && limit.pendingCount >= waiting) return 'busy';
      limits.set(host, limit);
      return limit(work).finally(() => {
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(host);
      });
    },
  };
}
