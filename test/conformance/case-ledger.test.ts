import { expect, test } from 'vitest';
import type { RunMoney } from '../../src/conformance/run/run-suite.ts';
import type { Step } from '../../src/conformance/suite/case.ts';
import type { Target } from '../../src/conformance/target/target.ts';
import { caseOf, runSmall, startSmall } from './small-gateway.ts';

const submit: Step = {
  request: { operation: 'createImage', body: { model: 'sx-5-0-pro', prompt: 'A paper boat' } },
  expect: [{ status: 200 }],
};
const refused: Step = { ...submit, expect: [{ status: 400 }] };
const poll: Step = { poll: { task: 'task_1' } };
const free: Step = { request: { operation: 'listModels' }, expect: [{ status: 200 }] };

/** A gateway whose balances, in US dollars, depend on how often they were read; its task costs 0.09 and has ended. */
async function start(balances: readonly (readonly [remain: unknown, used: unknown])[]) {
  let [reads, now] = [0, 0];
  const small = await startSmall(({ method, path, body }) => {
    if (path === '/clock') now += JSON.parse(String(body)).seconds;
    if (path === '/v1/user/balance') {
      const [remain_balance, used_balance] = balances[reads++] ?? balances.at(-1) ?? [];
      return { body: { success: true, remain_balance, used_balance } };
    }
    if (method === 'POST')
      return { body: { code: 200, data: [{ status: 'submitted', task_id: 'task_1' }], now } };
    return { body: { id: 'task_1', status: 'success', progress: 100, cost: 0.09, now } };
  });
  const target: Target = {
    base_url: small.baseUrl,
    keys: { rich: 'sk-rich' },
    isolation: { headers: { 'x-case': '{{case}}' } },
  };
  return { ...small, target, readsOf: () => reads };
}

/** What became of the checks of the balance, and what the case spent. */
async function compare(
  balances: Parameters<typeof start>[0],
  steps: readonly Step[],
  { money, ...more }: Partial<Target> & { readonly money?: RunMoney } = {},
) {
  const { target, readsOf, asked } = await start(balances);
  const [result] = await runSmall({ ...target, ...more }, [caseOf(steps)], money ? { money } : {});
  const checks = result?.checks.filter(({ invariant }) => invariant !== undefined) ?? [];
  return {
    checks: checks.map(({ requirement, outcome, actual }) => [requirement, outcome, actual]),
    spent: result?.spent,
    reads: readsOf(),
    advanced: asked
      .filter(({ path, method }) => path === '/clock' && method === 'POST')
      .map(({ body }) => String(body)),
  };
}

const conserved = ['GW-BAL-009', 'passed', undefined];
const charged = ['GW-MNY-013', 'passed', undefined];

test('a case with an account of its own compares what is left and what was used with what it was charged', async () => {
  expect(
    await compare(
      [
        [10, 1],
        [9.91, 1.09],
      ],
      [submit, poll],
    ),
  ).toMatchObject({
    checks: [conserved, charged],
    spent: 90_000_000n,
    reads: 2,
  });
  expect(
    await compare(
      [
        [10, 1],
        [9.91, 1],
      ],
      [submit, poll],
    ),
  ).toMatchObject({
    checks: [
      ['GW-BAL-009', 'failed', 'it is 10.91: 9.91 + 1'],
      ['GW-MNY-013', 'failed', 'it grew by 0'],
    ],
    spent: 90_000_000n,
  });
  expect(
    await compare(
      [
        [10, 1],
        [9.95, 1.05],
      ],
      [submit, poll],
    ),
  ).toMatchObject({
    checks: [conserved, ['GW-MNY-013', 'failed', 'it grew by 0.05']],
    spent: 90_000_000n,
  });
});

test('what a case spent is unknown where its balance cannot be read, at its start or at its end', async () => {
  for (const balances of [
    [['much', 0]],
    [
      [10, 0],
      ['much', 0],
    ],
  ] as const)
    expect(await compare(balances, [submit, poll])).toMatchObject({ checks: [], spent: 'unknown' });
});

test('a case that costs nothing compares no balance; with a limit, one whose request must be refused does', async () => {
  const budget = { reserve: async () => true, release: async () => {} };
  const money: RunMoney = { budget, highest: async () => 1n, settle: () => {} };
  const balances = [[10, 0]] as const;
  expect(await compare(balances, [free])).toMatchObject({ checks: [], spent: undefined, reads: 0 });
  expect(await compare(balances, [refused])).toMatchObject({ checks: [], reads: 0 });
  expect(await compare(balances, [refused], { money })).toMatchObject({
    checks: [conserved, charged],
    spent: 0n,
    reads: 2,
  });
  expect(await compare(balances, [submit], { isolation: undefined } as object)).toMatchObject({ reads: 0 });
});

test('a task that has not been seen to end is given the time to do so', async () => {
  const clock: Target['clock'] = {
    advance: { path: '/clock', body: { seconds: '{{seconds}}' } },
    now: { path: '/now', value: 'double(body.now)' },
    exact: true,
  };
  const balances = [
    [10, 0],
    [9.91, 0.09],
  ] as const;
  expect((await compare(balances, [submit], { clock })).advanced).toEqual(['{"seconds":900}']);
  expect((await compare(balances, [submit, poll], { clock })).advanced).toEqual([]);
});
