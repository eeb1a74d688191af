/** Lets so many do something at the same time; the others wait for their turn. */
export type Gate = <Result>(act: () => Promise<Result>) => Promise<Result>;

/** A gate for so many. */
export function createGate(most: number): Gate {
  const waiting: (() => void)[] = [];
  let free = most;
  return async (act) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
