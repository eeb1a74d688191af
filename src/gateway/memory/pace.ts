/** Shares event loop turns between concurrent receivers of bytes, so that other work never waits for them long. */
export interface Pace {
  /** Reports received bytes. Undefined when more may follow in this turn; otherwise resolves when it is its turn again. */
  spend(bytes: number): Promise<void> | undefined;
}

interface Waiting {
  readonly bytes: number;
  readonly go: () => void;
}

/** Total bytes received per turn: it takes about a millisecond. */
const TURN_BYTES = 2 ** 17;

/**
 * Creates a pace. `nextTurn` calls back after other work had its turn. Waiting receivers continue first come, first
 * served; a chunk of bytes is never split.
 */
export function createPace(nextTurn: (callback: () => void) => void, bytesPerTurn = TURN_BYTES): Pace {
  let waiting: Waiting[] = [];
  let spent = 0;
  let isInTurn = false;
  const turn = () => {
    spent = 0;
    // The next chunk is likely to be as large as the previous one.
    let expected = 0;
    const end = waiting.findIndex(({ bytes }) => {
      const isTooMuch = expected >= bytesPerTurn;
      expected += bytes;
      return isTooMuch;
    });
    const going = end < 0 ? waiting : waiting.slice(0, end);
    waiting = end < 0 ? [] : waiting.slice(end);
    isInTurn = waiting.length > 0;
    if (isInTurn) nextTurn(turn);
    for (const { go } of going) go();
  };
  return {
    spend(bytes) {
      spent += bytes;
      if (!isInTurn) nextTurn(turn);
      isInTurn = true;
      if (spent < bytesPerTurn && waiting.length === 0) return undefined;
      return new Promise((go) => waiting.push({ bytes, go }));
    },
  };
}
