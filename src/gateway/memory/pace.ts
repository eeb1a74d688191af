/** Shares the turns of a process between those that receive bytes, so that what else is to be done waits for none of them long. */
export interface Pace {
  /** Tells of bytes that were received. Undefined when more may follow in this turn; otherwise resolves when it is its turn again. */
  spend(bytes: number): Promise<void> | undefined;
}

interface Waiting {
  readonly bytes: number;
  readonly go: () => void;
}

/** What is received in a turn, in all: it takes a millisecond or two. */
const TURN_BYTES = 2 ** 18;

/**
 * Creates a pace. `nextTurn` calls back when everything else had its turn. Whoever waits goes on in the order in which they came; a
 * piece of bytes is never cut.
 */
export function createPace(nextTurn: (callback: () => void) => void, bytesPerTurn = TURN_BYTES): Pace {
  let waiting: Waiting[] = [];
  let spent = 0;
  let isInTurn = false;
  const turn = () => {
    spent = 0;
    // What they receive next is likely to be as much as it was before.
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
