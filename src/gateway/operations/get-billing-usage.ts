import { policies } from '../../../generated/policies.ts';
import type { GetBillingUsageRequest, GetBillingUsageResponse } from '../../../generated/stub.ts';
import { type NanoUsd, toUsdNumber } from '../../contract/money.ts';
import { problem } from '../../contract/problem.ts';
import { quote } from '../../contract/quote.ts';
import { DAY_MS, parseDay } from '../ledger/days.ts';
import type { DailyCharge } from '../ports/store.ts';
import type { RequestContext } from '../request-context.ts';

const DAY = 'must be a valid date, such as 2026-11-20';

/** `GET /v1/dashboard/billing/usage`: charges in US cents by day and model; the most recent days by default. */
export async function getBillingUsage(
  { query }: GetBillingUsageRequest,
  { ports, key }: RequestContext,
): Promise<GetBillingUsageResponse> {
  const { start_date: start, end_date: end } = query;
  const to = end === undefined ? ports.clock.now() : parseDay(end);
  if (to === undefined) return refuse('end_date', `${DAY}; got ${quote(end)}`);
  const from = start === undefined ? to - policies.billing.usage_days * DAY_MS : parseDay(start);
  if (from === undefined) return refuse('start_date', `${DAY}; got ${quote(start)}`);
  if (end !== undefined && from > to)
    return refuse('start_date', `must not be after end_date, which is ${end}`);
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

function refuse(param: string, what: string): GetBillingUsageResponse {
  return problem('invalid_parameter', { values: { detail: `${param} ${what}` }, param });
}
