import { type GatewrightClient, GatewrightError } from '../../client/index.ts';
import { clean } from '../../conformance/terminal/paint.ts';
import type { CatalogueModel, ModelOperation } from '../../contract/catalogue.ts';
import { USD_DIGITS } from '../../contract/money.ts';
import { publishedRates } from '../../contract/published-rates.ts';
import { withTimeLimit } from './connect.ts';
import { asRecord, dataOf } from './foreign-answer.ts';

/** What a gateway charges, in US dollars by name. */
interface Rates {
  readonly unit: string | undefined;
  readonly rates: Readonly<Record<string, number>>;
}

/** The prices that a gateway states for a model; what it states in other types than those of the contract is left out. */
export interface Pricing extends Rates {
  /** Factor of the key's group, which is in the rates. */
  readonly groupRatio: string;
  readonly byOperation: Readonly<Record<string, Rates>>;
}

/** The prices that a gateway states for a model; undefined for a gateway that states none. */
export async function readPricing(
  name: string,
  client: GatewrightClient,
  signal: AbortSignal,
): Promise<Pricing | undefined> {
  const answer = await askPrices(name, client, signal);
  if (answer === undefined) return undefined;
  const { pricing } = dataOf(answer, 'prices');
  return pricing === undefined ? undefined : toPricing(asRecord(pricing));
}

async function askPrices(name: string, client: GatewrightClient, signal: AbortSignal): Promise<unknown> {
  try {
    return await client.models.prices(name, { signal: withTimeLimit(signal) });
  } catch (error) {
    const isRefusal = error instanceof GatewrightError && ![401, 403].includes(error.status);
    if (isRefusal && error.reason !== 'model_not_found') return undefined;
    throw error;
  }
}

function toPricing(stated: Readonly<Record<string, unknown>>): Pricing {
  const operations = Object.entries(asRecord(stated.by_operation));
  return {
    ...toRates(stated),
    groupRatio: toRatio(stated.group_ratio),
    byOperation: Object.fromEntries(operations.map(([name, prices]) => [name, toRates(asRecord(prices))])),
  };
}

function toRates({ unit, effective_rates }: Readonly<Record<string, unknown>>): Rates {
  const rates = Object.entries(asRecord(effective_rates)).map(
    ([name, rate]) => [name, toNumber(rate)] as const,
  );
  return {
    unit: typeof unit === 'string' ? unit : undefined,
    rates: Object.fromEntries(rates.filter(([, rate]) => Number.isFinite(rate))),
  };
}

/** A decimal with as many places as amounts have; 1 for what is no ratio. */
function toRatio(stated: unknown): string {
  const ratio = toNumber(stated).toFixed(USD_DIGITS);
  return /^\d+\./.test(ratio) ? ratio : '1';
}

function toNumber(stated: unknown): number {
  return typeof stated === 'string' || typeof stated === 'number'
    ? Number.parseFloat(String(stated))
    : Number.NaN;
}

/** Less than a nano-dollar: gateways may multiply by a ratio in binary numbers. */
const ROUNDING_USD = 1e-10;

/** Whether a gateway charges what the contract says: it may have a model of its own under the same name. */
export function agreesWith(model: CatalogueModel, pricing: Pricing | undefined): boolean {
  if (!pricing || Object.keys(pricing.rates).length === 0) return true;
  const expected = Object.entries(publishedRates(model, pricing.groupRatio));
  return expected.every(([name, rate]) => Math.abs(Number(pricing.rates[name]) - rate) < ROUNDING_USD);
}

/** The rates that a gateway states, for what cannot be estimated. */
export function ratesOf(pricing: Pricing | undefined, operation: ModelOperation): string {
  const { unit, rates } = pricing?.byOperation[operation] ?? pricing ?? { unit: undefined, rates: {} };
  const texts = Object.entries(rates).map(([name, rate]) =>
    name === unit ? `${rate} USD` : `${name.replaceAll('_', ' ')} ${rate} USD`,
  );
  if (texts.length === 0) return 'the gateway states no price';
  const per = unit?.replace(/\d+/, (number) => Number(number).toLocaleString('en-US'));
  return clean(`${texts.join(', ')}${per ? ` per ${per}` : ''}`);
}
