/** Does work soon, joined with other work. */
export type JoinWork = (work: () => void) => void;

/** Joins works that are to be done soon. */
export interface Join {
  readonly join: JoinWork;
  /** Does at once what waits. */
  readonly doAll: () => void;
}

export interface JoinScheduling {
  /** Calls back as soon as the running callback has ended and all settled promises were handled. */
  readonly afterCallback: (callback: () => void) => void;
  /** Calls back after everything else that is ready in this turn of the event loop. */
  readonly afterTurn: (callback: () => void) => void;
}

/**
 * Joins the writes of responses. A write wakes its reader, which goes back to sleep while the next request is handled: written together,
 * responses wake their readers once. Those that one callback has made ready, as the end of a transaction does, are written when
 * it has ended. A single one waits for those of other callbacks until the end of the turn.
 */
export function createJoin({ afterCallback, afterTurn }: JoinScheduling): Join {
  let waiting: (() => void)[] = [];
  let ofThisCallback = 0;
  let isTurnEndAwaited = false;
  const doAll = () => {
    const works = waiting;
    waiting = [];
    for (const work of works) work();
  };
  const endTurn = () => {
    isTurnEndAwaited = false;
    doAll();
  };
  const endCallback = () => {
    const areSeveral = ofThisCallback > 1;
    ofThisCallback = 0;
    if (areSeveral) doAll();
    else if (!isTurnEndAwaited) afterTurn(endTurn);
    isTurnEndAwaited ||= !areSeveral;
  };
  const join: JoinWork = (work) => {
    waiting.push(work);
    ofThisCallback += 1;
    if (ofThisCallback === 1) afterCallback(endCallback);
  };
  return { join, doAll };
}
