/** Detects a target that has stopped responding, or whose tasks no longer end. Shared by all cases of a run. */
export interface Liveness {
  /** Records whether a request to the target got a response. */
  readonly record: (isAnswered: boolean) => void;
  /** Why no more requests are sent; undefined as long as the target responds. */
  readonly unresponsive: () => string | undefined;
  /** Starts counting time spent waiting for tasks, until the returned function is called. */
  readonly wait: () => () => void;
  readonly taskEnded: () => void;
  /** Why tasks are no longer waited for; undefined as long as some end. */
  readonly stalled: () => string | undefined;
}

export interface LivenessOptions {
  /** Consecutive requests without a response. */
  readonly maxUnanswered?: number;
  /** Longest wait during which no task ends; longer than any case waits for one task. */
  readonly maxWaitMs?: number;
  readonly now?: () => number;
}

export function createLiveness({
  maxUnanswered = 20,
  maxWaitMs = 450_000,
  now = () => performance.now(),
}: LivenessOptions = {}): Liveness {
  let [unanswered, waiting, since, waited] = [0, 0, 0, 0];
  const waitedMs = (): number => waited + (waiting > 0 ? now() - since : 0);
  return {
    record(isAnswered) {
      if (unanswered < maxUnanswered) unanswered = isAnswered ? 0 : unanswered + 1;
    },
    unresponsive: () =>
      unanswered < maxUnanswered
        ? undefined
        : `the target has answered none of the last ${maxUnanswered} requests`,
    wait() {
      if (waiting++ === 0) since = now();
      return () => {
        if (--waiting === 0) waited += now() - since;
      };
    },
    taskEnded() {
      [waited, since] = [0, now()];
    },
    stalled: () =>
      waitedMs() < maxWaitMs
        ? undefined
        : `no task has ended in ${Math.round(maxWaitMs / 1000)} s of waiting`,
  };
}
