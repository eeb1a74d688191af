/** How long a run asks a target that no longer answers, and waits for tasks of which none ends. All cases share it. */
export interface Patience {
  /** Told of each request to the target, but for those sent many at once: whether an answer came. */
  readonly hear: (isAnswered: boolean) => void;
  /** Why nothing more is asked; undefined as long as answers come. */
  readonly silence: () => string | undefined;
  /** Somebody waits for a task, until the function that is given is called. */
  readonly wait: () => () => void;
  /** A task was seen to have ended. */
  readonly taskEnded: () => void;
  /** Why tasks are waited for no more; undefined as long as some end. */
  readonly standstill: () => string | undefined;
}

/** Where patience ends. */
export interface PatienceOptions {
  /** Requests in a row without an answer. */
  readonly mostUnanswered?: number;
  /** Longest wait in which no task ends; it is longer than a case waits for one. */
  readonly mostWaitMs?: number;
  readonly now?: () => number;
}

/** The patience of one run. */
export function createPatience({
  mostUnanswered = 20,
  mostWaitMs = 450_000,
  now = () => performance.now(),
}: PatienceOptions = {}): Patience {
  let [unanswered, waiting, since, waited] = [0, 0, 0, 0];
  const waitedMs = (): number => waited + (waiting > 0 ? now() - since : 0);
  return {
    hear(isAnswered) {
      if (unanswered < mostUnanswered) unanswered = isAnswered ? 0 : unanswered + 1;
    },
    silence: () =>
      unanswered < mostUnanswered
        ? undefined
        : `the target has answered none of the last ${mostUnanswered} requests`,
    wait() {
      if (waiting++ === 0) since = now();
      return () => {
        if (--waiting === 0) waited += now() - since;
      };
    },
    taskEnded() {
      [waited, since] = [0, now()];
    },
    standstill: () =>
      waitedMs() < mostWaitMs
        ? undefined
        : `no task has ended while the run waited for ${Math.round(mostWaitMs / 1000)} s`,
  };
}
