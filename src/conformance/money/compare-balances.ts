import { toNanoUsd } from '../language/nano-usd.ts';
import type { CheckResult } from '../run/result.ts';
import type { SeenTask } from '../wire/seen-tasks.ts';
import { isSuccess } from '../wire/task-record.ts';
import { type Balance, toUsd } from './balances.ts';

/** Requirements on the balance that hold over any number of requests. */
const CONSERVED = 'GW-BAL-009';
const CHARGED = 'GW-MNY-013';

/** Checks that `remain` and `used` change by the same amount, and that `used` covers the costs of all observed tasks. */
export function compareBalances(
  before: Balance,
  after: Balance,
  tasks: readonly SeenTask[],
): readonly CheckResult[] {
  const [first, last] = [before.remain + before.used, after.remain + after.used];
  const used = after.used - before.used;
  const costs = totalCosts(tasks.filter(({ authorization }) => authorization === `Bearer ${before.key}`));
  return [
    {
      requirement: CONSERVED,
      invariant: 'balance-conserved',
      outcome: first === last ? 'passed' : 'failed',
      expected: `remain_balance + used_balance is ${toUsd(first)} at the end, as at the start`,
      ...(first !== last && {
        actual: `it is ${toUsd(last)}: ${toUsd(after.remain)} + ${toUsd(after.used)}`,
      }),
    },
    {
      requirement: CHARGED,
      invariant: 'costs-used',
      outcome: used >= costs ? 'passed' : 'failed',
      expected: `used_balance grows by at least ${toUsd(costs)}, the cost of the tasks that succeeded`,
      ...(used < costs && { actual: `it grew by ${toUsd(used)}` }),
    },
  ];
}

/** The total cost of the tasks observed to have succeeded, in nano-USD. */
export function totalCosts(tasks: readonly SeenTask[]): bigint {
  const costs = new Map(
    tasks.flatMap(({ id, record }) =>
      record && isSuccess(record.status) ? [[id, record.cost] as const] : [],
    ),
  );
  return [...costs.values()].reduce((sum, cost) => sum + toNanoUsd(cost), 0n);
}
