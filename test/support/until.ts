import { setTimeout as pause } from 'node:timers/promises';

/** How long a test waits at most: far longer than the slowest machine needs, so that only what never comes fails. */
export const PATIENCE_MS = 180_000;

const PAUSE_MS = 10;

/**
 * Waits for what happens in real time: asks again and again until the answer is neither false nor undefined, and gives it.
 * After the patience of a test it rejects with what was awaited.
 */
export async function until<Value>(
  what: string,
  check: () => Value | false | undefined | Promise<Value | false | undefined>,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Value> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await check();
    if (found !== false && found !== undefined) return found;
    if (performance.now() > end) throw tooLate(what, patienceMs);
    await pause(PAUSE_MS);
  }
}

/** Waits for a promise that real time resolves; after the patience of a test it rejects with what was awaited. */
export async function within<Value>(
  what: string,
  promise: Promise<Value>,
  { patienceMs = PATIENCE_MS } = {},
): Promise<Value> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(tooLate(what, patienceMs)), patienceMs);
  try {
    return await Promise.race([promise, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(what: string, patienceMs: number): Error {
  return new Error(`Waited ${patienceMs / 1000} seconds in vain: ${what}.`);
}
