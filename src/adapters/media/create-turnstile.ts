/** Runs a task when its turn comes and settles as the task does. */
export type Turnstile = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** Lets at most `limit` tasks run at once; the others wait in the order in which they came. */
export function createTurnstile(limit: number): Turnstile {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    // A finished task hands its place on, so `running` changes only when nobody waits.
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
