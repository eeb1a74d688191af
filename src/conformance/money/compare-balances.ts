import { toNanoUsd } from '../language/nano-usd.ts';
import type { CheckResult } from '../run/result.ts';
import { toObject } from '../suite/json.ts';
import type { Exchange } from '../wire/exchange.ts';
import { toRecord } from '../wire/task-record.ts';
import { type Balance, toUsd } from './balances.ts';

/** Requirements of the balance that hold over any number of requests. */
const CONSERVED = 'GW-BAL-009';
const CHARGED = 'GW-MNY-013';

/** What is left and what was used change by the same amount, and at least the costs of the tasks that were seen are used. */
export function compareBalances(
  before: Balance,
  after: Balance,
  exchanges: readonly Exchange[],
): readonly CheckResult[] {
  const [first, last] = [before.remain + before.used, after.remain + after.used];
  const used = after.used - before.used;
  const costs = costsOf(exchanges, before.key);
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

/** The costs of the tasks that a key was seen to have finished. */
function costsOf(exchanges: readonly Exchange[], key: string): bigint {
  const costs = new Map<string, bigint>();
  for (const { operation, request, response } of exchanges) {
    if (operation !== 'getTask' || response.status !== 200) continue;
    if (request.headers.authorization !== `Bearer ${key}`) continue;
    const { id, status, cost } = toObject(toRecord(response.body));
    if ((status === 'success' || status === 'completed') && typeof cost === 'number')
      costs.set(String(id), toNanoUsd(cost));
  }
  return [...costs.values()].reduce((sum, cost) => sum + cost, 0n);
}
