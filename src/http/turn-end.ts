/** Runs work at the end of the turn. */
export type AtTurnEnd = (work: () => void) => void;

/**
 * Runs what is left to do for the requests of a turn of the event loop together, once all of them were handled. A write wakes its
 * reader, which goes back to sleep while the next request is handled: written together, responses wake their readers once.
 */
export function createTurnEnd(nextTurn: (callback: () => void) => void): AtTurnEnd {
  let waiting: (() => void)[] = [];
  const runAll = () => {
    const works = waiting;
    waiting = [];
    for (const work of works) work();
  };
  return (work) => {
    waiting.push(work);
    if (waiting.length === 1) nextTurn(runAll);
  };
}
