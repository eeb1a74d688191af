/** How long this process could not run, which delays what it receives and sends. */
export interface BusyMeter {
  /** The most seconds lost within one response window of a callback, since that time of `performance.now()`. */
  readonly lostSince: (from: number) => number;
  readonly stop: () => void;
}

interface Delay {
  readonly at: number;
  readonly length: number;
}

const [INTERVAL_MS, NOTABLE_MS, WINDOW_MS] = [100, 200, 15_000];

export function startBusyMeter(): BusyMeter {
  const delays: Delay[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const at = performance.now();
    const length = at - last - INTERVAL_MS;
    if (length >= NOTABLE_MS) delays.push({ at, length });
    last = at;
  }, INTERVAL_MS);
  timer.unref();
  const lostIn = (end: number, from: number): number =>
    delays
      .filter(({ at }) => at >= from && at <= end && at > end - WINDOW_MS)
      .reduce((sum, { length }) => sum + length, 0);
  return {
    lostSince: (from) => delays.reduce((most, { at }) => Math.max(most, lostIn(at, from)), 0) / 1000,
    stop: () => clearInterval(timer),
  };
}
