import { afterAll, expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { findUnit } from '../../src/conformance/money/credits.ts';
import { openMoney } from '../../src/conformance/money/open-money.ts';
import { createLiveness } from '../../src/conformance/run/liveness.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { createCheckFilter } from '../../src/conformance/selection/check-filter.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { findTarget } from '../../src/conformance/target/find-target.ts';
import type { Target } from '../../src/conformance/target/target.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { startTampered } from './mutants/start-tampered.ts';
import { changingAnswer, joined, overcharging, to, toSubmits } from './mutants/tampers.ts';

const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
if (mock.kind === 'failed') throw new Error(mock.message);
afterAll(() => mock.close());
const suite = await readSuite();

/** The balances of the mock in credits of a thousandth of a cent. */
const inCredits = changingAnswer(to('/v1/user/balance'), ({ remain_balance, used_balance, ...rest }) => ({
  ...rest,
  remain_balance: Number(remain_balance) * 100_000,
  remain_credits: Math.floor(Number(remain_balance) * 100_000),
  used_balance: Number(used_balance) * 100_000,
}));

async function run(id: string, target: Target): Promise<CaseResult | undefined> {
  const cases = expandCases(suite).filter((one) => one.id === id);
  const isMust = (_: unknown, id: string): boolean => suite.requirements.get(id)?.level === 'MUST';
  const { filterChecks } = createCheckFilter(isMust, [], target.balance_unit === 'credits');
  return (await runSuite({ suite, target, cases, jobs: 1, seed: 'credits', filterChecks }))[0];
}

test('what compares balances in credits with costs is unproven, and says why', async () => {
  await using credits = await startTampered(mock.baseUrl, inCredits);
  const found = await findTarget({ base_url: credits.baseUrl });
  const result = await run('pricing.balance-of-images', await findUnit(found));
  expect(result?.outcome).toBe('unproven');
  expect(result?.checks.find(({ outcome }) => outcome === 'unproven')?.actual).toContain(
    'the balances are in credits',
  );
  const declared = await findUnit({ ...found, balance_unit: 'currency' });
  expect((await run('pricing.balance-of-images', declared))?.outcome).toBe('failed');
});

test('what compares balances with balances still fails', async () => {
  const kept = overcharging((response, request) => (toSubmits(request) && response.status === 200 ? 1 : 0));
  await using credits = await startTampered(mock.baseUrl, joined(kept, inCredits));
  const target = await findUnit(await findTarget({ base_url: credits.baseUrl }));
  expect(target.balance_unit).toBe('credits');
  expect((await run('pricing.failed-image-of-the-pro', target))?.outcome).toBe('failed');
});

test('the balances of the mock are in currency', async () => {
  const target = await findUnit(await findTarget({ base_url: mock.baseUrl }));
  expect(target.balance_unit).toBeUndefined();
});

test('does not take a balance below one for credits, although the number of credits is close to it', async () => {
  const poor = changingAnswer(to('/v1/user/balance'), (body) => ({
    ...body,
    remain_balance: 0.5,
    remain_credits: 0,
  }));
  await using gateway = await startTampered(mock.baseUrl, poor);
  const target = await findUnit(await findTarget({ base_url: gateway.baseUrl }));
  expect(target.balance_unit).toBeUndefined();
});

test('does not state credits that a run spent as US dollars', async () => {
  const { isolation: _, ...target } = await findTarget({ base_url: mock.baseUrl });
  const spentOf = async (unit: Target) => {
    const money = await openMoney({ suite, target: unit, liveness: createLiveness() }, '5');
    return (await money.close([])).spent;
  };
  expect(await spentOf(target)).toEqual({ spent_usd: '0', limit_usd: '5' });
  expect(await spentOf({ ...target, balance_unit: 'credits' })).toEqual({ limit_usd: '5' });
});
