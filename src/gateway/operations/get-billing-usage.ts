import type { GetBillingUsageRequest, GetBillingUsageResponse } from '../../../generated/stub.ts';
import { type NanoUsd, toUsdNumber } from '../../contract/money.ts';
import { problem } from '../../contract/problem.ts';
import type { OperationContext } from '../context.ts';
import { parseDay } from '../dates/parse-date.ts';
import { DAY_MS } from '../ledger/days.ts';
import type { DailyCharge } from '../ports/store.ts';

const DEFAULT_DAYS = 30;

/** `GET /v1/dashboard/billing/usage`: charges in US cents by day and model; the last 30 days unless dates are given. */
export async function getBillingUsage(
  { query }: GetBillingUsageRequest,
  { ports, key }: OperationContext,
): Promise<GetBillingUsageResponse> {
  const to = query.end_date === undefined ? ports.clock.now() : parseDay(query.end_date);
  if (to === undefined) return invalidDate('end_date');
  const from = query.start_date === undefined ? to - DEFAULT_DAYS * DAY_MS : parseDay(query.start_date);
  if (from === undefined) return invalidDate('start_date');
  const charges = await ports.store.listDailyCharges(key.accountId, from, to);
  const total = charges.reduce((sum, { amount }) => sum + amount, 0n);
  return { status: 200, body: { object: 'list', total_usage: toCents(total), daily_costs: toDays(charges) } };
}

function toDays(charges: readonly DailyCharge[]) {
  const days = Map.groupBy(charges, ({ day }) => day);
  return [...days].map(([day, items]) => ({
    timestamp: day / 1000,
    line_items: items.map(({ model, amount }) => ({ name: model, cost: toCents(amount) })),
  }));
}

function toCents(amount: NanoUsd): number {
  return toUsdNumber(amount * 100n);
}

function invalidDate(param: string): GetBillingUsageResponse {
  return problem('invalid_parameter', {
    values: { detail: `${param} must be a date such as 2026-11-20` },
    param,
  });
}
