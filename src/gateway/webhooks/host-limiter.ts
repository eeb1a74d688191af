/** Limits per host. */
export interface HostLimits {
  readonly concurrency: number;
  /** How many may queue in memory when it is busy. */
  readonly waiting: number;
}

/** Keeps a slow or dead host from using more than its share. */
export interface HostLimiter {
  /** Resolves when it is this caller's turn, first come first served, with a function that releases it; `busy` when the queue is full. */
  enter(host: string): Promise<() => void> | 'busy';
}

interface Lane {
  active: number;
  readonly waiting: (() => void)[];
}

/** Creates a limiter; an unused host takes no memory. */
export function createHostLimiter({ concurrency, waiting }: HostLimits): HostLimiter {
  const lanes = new Map<string, Lane>();
  const leaveOf = (host: string, lane: Lane) => {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const next = lane.waiting.shift();
      if (next) return next();
      lane.active -= 1;
      if (lane.active === 0) lanes.delete(host);
    };
  };
  return {
    enter(host) {
      const lane = lanes.get(host) ?? { active: 0, waiting: [] };
      lanes.set(host, lane);
      if (lane.active < concurrency) {
        lane.active += 1;
        return Promise.resolve(leaveOf(host, lane));
      }
      if (lane.waiting.length >= waiting) return 'busy';
      return new Promise((resolve) => {
        lane.waiting.push(() => resolve(leaveOf(host, lane)));
      });
    },
  };
}
