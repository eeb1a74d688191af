import { afterAll, expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { createPatience, type Patience, repeatUntilMet } from '../../src/conformance/run/patience.ts';
import type { Outcome } from '../../src/conformance/run/result.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { toObject } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { findTarget } from '../../src/conformance/target/find-target.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { startTampered } from './mutants/start-tampered.ts';
import type { Tampering } from './mutants/tampering.ts';
import { changingResponse, to, withJson } from './mutants/tampers.ts';

const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
if (mock.kind === 'failed') throw new Error(mock.message);
afterAll(() => mock.close());

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
});

test('remembers how late a charge may be', async () => {
  const patience = createPatience();
  await repeat(5, { within: 30, patience });
  await repeat(1, { within: 30, patience });
  await repeat(100, { within: 30, patience });
  expect(patience.lag()).toBe(7.5);
});

const suite = await readSuite();

/** Charges show in the third balance after them; the first one is up to date. */
const late: Tampering = changingResponse(to('/v1/user/balance'), (response, _request, memory) => {
  const seen = [...((memory.seen as unknown[]) ?? []), response.body];
  memory.seen = seen;
  return seen.length < 3 ? response : withJson(response, toObject(seen.at(-3) as never));
});

test('a gateway that charges a little later passes what compares charges', async () => {
  await using gateway = await startTampered(mock.baseUrl, late);
  const target = await findTarget({ base_url: gateway.baseUrl });
  const cases = expandCases(suite).filter(({ id }) =>
    ['usage.chat-charge', 'pricing.failed-image/qx', 'caching.prices'].includes(id),
  );
  const results = await runSuite({ suite, target, cases, jobs: 2, seed: 'late' });
  expect(results.map(({ id, outcome }) => [id, outcome])).toEqual(cases.map(({ id }) => [id, 'passed']));
});
