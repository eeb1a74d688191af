/** Source of jobs for a lane: a queue that several processes share. */
export interface JobSource<Claim> {
  /** Claims due jobs, up to a maximum. */
  claim(most: number): Promise<readonly Claim[]>;
  /** Removes finished jobs. */
  finish(claims: readonly Claim[]): Promise<void>;
  /** Returns a job to the queue for a later retry. */
  giveBack(claim: Claim, error: unknown): Promise<void>;
  /** Sends a heartbeat for running jobs; those of a dead process go to another one. */
  keepAlive(claims: readonly Claim[]): Promise<void>;
}

/** Options of a lane. */
export interface JobLaneOptions<Claim> {
  readonly source: JobSource<Claim>;
  readonly run: (claim: Claim) => Promise<void>;
  /** Most jobs at a time. */
  readonly concurrency: number;
  readonly pollMs: number;
  readonly keepAliveMs: number;
  /** Called with failures; the lane continues. */
  readonly reportFault: (error: unknown) => void;
}

/** Runs the jobs of one kind concurrently: a slow one never delays the others. */
export interface JobLane {
  start(): void;
  /** Looks for due jobs now instead of at the next poll. */
  wake(): void;
  /** Claims no more jobs and waits for the running ones. */
  stop(): Promise<void>;
}

/** Creates a lane that is idle until it is started. */
export function createJobLane<Claim>(options: JobLaneOptions<Claim>): JobLane {
  const { source, concurrency, pollMs, keepAliveMs, reportFault } = options;
  const active = new Set<Claim>();
  const running = new Set<Promise<void>>();
  const bell = createBell();
  const finish = createFinisher(options, (claims) => {
    for (const claim of claims) active.delete(claim);
    if (isFull && active.size <= concurrency / 2) bell.ring();
  });
  let isFull = false;
  let isStopped = true;
  let loop: Promise<void> | undefined;
  let keeper: NodeJS.Timeout | undefined;

  const begin = (claim: Claim) => {
    active.add(claim);
    const work = finish(claim).finally(() => running.delete(work));
    running.add(work);
  };
  const pull = async () => {
    while (!isStopped) {
      const free = concurrency - active.size;
      const claims = free > 0 ? await claim(options, free) : [];
      isFull = claims.length === free;
      for (const one of claims) begin(one);
      if (free === 0 || !isFull) await bell.wait(pollMs);
    }
  };
  return {
    start() {
      isStopped = false;
      loop ??= pull();
      keeper ??= setInterval(() => {
        if (active.size > 0) source.keepAlive([...active]).catch(reportFault);
      }, keepAliveMs);
    },
    wake: bell.ring,
    async stop() {
      isStopped = true;
      bell.ring();
      await loop;
      await Promise.all(running);
      clearInterval(keeper);
    },
  };
}

async function claim<Claim>(
  { source, reportFault }: JobLaneOptions<Claim>,
  most: number,
): Promise<readonly Claim[]> {
  try {
    return await source.claim(most);
  } catch (error) {
    reportFault(error);
    return [];
  }
}

/** Runs a job; jobs that finish while a removal is in flight are removed together. */
function createFinisher<Claim>(
  { source, run, reportFault }: JobLaneOptions<Claim>,
  onGone: (claims: readonly Claim[]) => void,
): (claim: Claim) => Promise<void> {
  let done: Claim[] = [];
  let flushing: Promise<void> | undefined;
  const flush = async () => {
    while (done.length > 0) {
      const claims = done;
      done = [];
      await source.finish(claims).catch(reportFault);
      onGone(claims);
    }
    flushing = undefined;
  };
  return async (claim) => {
    try {
      await run(claim);
    } catch (error) {
      reportFault(error);
      await source.giveBack(claim, error).catch(reportFault);
      return onGone([claim]);
    }
    done.push(claim);
    flushing ??= flush();
    await flushing;
  };
}

interface Bell {
  /** Ends the current wait, or the next one. */
  ring(): void;
  wait(longestMs: number): Promise<void>;
}

function createBell(): Bell {
  let hasRung = false;
  let wakeUp: (() => void) | undefined;
  return {
    ring() {
      hasRung = true;
      wakeUp?.();
    },
    async wait(longestMs) {
      if (!hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, longestMs);
        wakeUp = resolve;
        await promise;
        clearTimeout(timer);
        wakeUp = undefined;
      }
      hasRung = false;
    },
  };
}
