/** How much may happen at one host. */
export interface HostLimits {
  readonly concurrency: number;
  /** How many wait in memory when it is busy. */
  readonly waiting: number;
}

/** Keeps a host that answers slowly, or never, from taking more than its share. */
export interface HostLimiter {
  /** Resolves when it is this caller's turn, first come first served, with the function that ends it; `busy` when too many wait. */
  enter(host: string): Promise<() => void> | 'busy';
}

interface Lane {
  active: number;
  readonly waiting: (() => void)[];
}

/** Creates a limiter; a host that nobody calls takes no memory. */
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
