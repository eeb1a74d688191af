import { setTimeout as pause } from 'node:timers/promises';

/** The longest that a test waits: far longer than the slowest machine needs, so that only what never happens fails. */
export const PATIENCE_MS = Number(process.env.TEST_PATIENCE_SECONDS ?? 180) * 1000;

const PAUSE_MS = 10;

/**
 * Waits for something that happens in real time: polls until the result is neither false nor undefined, and returns it. After the longest
 * wait of a test it rejects with what was awaited.
 */
export async function until<Value>(
  what: string,
  check: () => Value | false | undefined | Promise<Value | false | undefined>,
): Promise<Value> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await check();
    if (found !== false && found !== undefined) return found;
    if (performance.now() > end) throw tooLate(what);
    await pause(PAUSE_MS);
  }
}

/** Waits for a promise that resolves in real time; after the longest wait of a test it rejects with what was awaited. */
export async function within<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(tooLate(what)), PATIENCE_MS);
  try {
    return await Promise.race([promise, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(what: string): Error {
  return new Error(`Waited ${PATIENCE_MS / 1000} seconds in vain: ${what}.`);
}
