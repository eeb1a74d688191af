import { expect, test, vi } from 'vitest';
import { pause } from '../../src/client/pause.ts';

test('a pause ends at once when its signal is aborted, before it or within', async () => {
  vi.useFakeTimers();
  try {
    const reason = new Error('left');
    await expect(pause(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    const leaving = new AbortController();
    const pausing = pause(60_000, leaving.signal);
    leaving.abort(reason);
    await expect(pausing).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
