import { expect, test } from 'vitest';
import { createPatience, type Patience, repeatUntilMet } from '../../src/conformance/run/patience.ts';
import type { Outcome } from '../../src/conformance/run/result.ts';

/** Repeats a step whose check holds after so many seconds; returns its outcome, and what time it is then. */
async function repeat(
  holdsAfter: number,
  { within, patience, isManual = false }: { within: number; patience: Patience; isManual?: boolean },
): Promise<{ readonly outcome: Outcome | undefined; readonly now: number }> {
  let now = 0;
  const pass = async (seconds: number): Promise<void> => {
    now += seconds;
  };
  const time = { now: () => now, atArrival: async () => now, pass, isManual };
  const attempt = async () => ({
    checks: [
      { outcome: now >= holdsAfter ? ('passed' as const) : ('failed' as const), expected: 'a charge' },
    ],
  });
  const { checks } = await repeatUntilMet({ time, context: { patience } }, within, attempt);
  return { outcome: checks[0]?.outcome, now };
}

test('a step is repeated until its checks hold, or its time is over', async () => {
  const patience = createPatience();
  expect(await repeat(0, { within: 30, patience })).toEqual({ outcome: 'passed', now: 0 });
  expect(await repeat(5, { within: 30, patience })).toEqual({ outcome: 'passed', now: 7.5 });
  expect((await repeat(100, { within: 30, patience })).outcome).toBe('failed');
  expect(await repeat(5, { within: 0, patience })).toEqual({ outcome: 'failed', now: 0 });
});

test('a run waits only for so long for what never comes; on a clock of its own it may always wait', async () => {
  const patience = createPatience(40);
  await repeat(100, { within: 30, patience });
  expect((await repeat(100, { within: 30, patience })).now).toBeLessThan(15);
  expect(await repeat(5, { within: 30, patience })).toEqual({ outcome: 'failed', now: 0 });
  expect((await repeat(5, { within: 30, patience, isManual: true })).outcome).toBe('passed');
  expect(patience.lag(), 'such a wait takes no real time').toBe(0);
});

test('remembers how late a charge may be', async () => {
  const patience = createPatience();
  await repeat(5, { within: 30, patience });
  await repeat(1, { within: 30, patience });
  await repeat(100, { within: 30, patience });
  expect(patience.lag()).toBe(7.5);
});
