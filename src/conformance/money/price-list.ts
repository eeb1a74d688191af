import { isObject, type JsonObject, toList, toObject } from '../suite/json.ts';
import { findModel } from '../suite/suite.ts';
import { askTarget } from '../target/ask-target.ts';
import type { Target } from '../target/target.ts';

/** The most that a model charges, in US dollars. */
export interface Price {
  /** For an image, a second of a clip, or a token, by the name of the tier or the kind of token. */
  readonly rates: Readonly<Record<string, number>>;
  readonly furtherReference: number;
  /** For one call of the most expensive tool. */
  readonly tool: number;
  readonly source: 'pricing endpoint' | 'model files';
}

/** The price of a model. For an unknown model: each rate at its highest in the model files. */
export type PriceOf = (model: string) => Promise<Price>;

/** Asks the target for the price of each model once, and falls back to the model files. */
export function createPriceList(target: Target, models: readonly JsonObject[]): PriceOf {
  const asked = new Map<string, Promise<Price>>();
  return (model) => {
    const found = asked.get(model) ?? findPrice(target, model, models);
    asked.set(model, found);
    return found;
  };
}

/** The number of calls that a published tool price covers. */
const TOOL_CALLS = 1000;

async function findPrice(target: Target, model: string, models: readonly JsonObject[]): Promise<Price> {
  const filed = priceInFiles(model, models);
  const answer = await askTarget(target, `/api/pricing/model?model=${encodeURIComponent(model)}`);
  const pricing = answer?.status === 200 ? toObject(toObject(toObject(answer.body).data).pricing) : {};
  const { further_reference: reference, ...published } = toObject(pricing.effective_rates);
  const known = amounts(published);
  if (Object.keys(known).length === 0) return filed;
  const per =
    Number(/^\d+/.exec(String(pricing.unit))?.[0]) ||
    Number(toObject(findModel(models, model)?.prices).per ?? 1);
  // A rate of null or 0 is ignored: nothing that can be charged is taken to be free.
  const unknown = Object.entries(published).filter(([, rate]) => rate === null || typeof rate === 'number');
  const highest = Math.max(0, ...Object.values(filed.rates));
  const filled = unknown.map(([name]) => [name, filed.rates[name] ?? highest] as const);
  const rated = Object.entries(known).map(([name, rate]) => [name, rate / per] as const);
  const tools = toObject(toObject(pricing.extras).tools);
  const isToolKnown = Object.keys(tools).length > 0 && Object.values(tools).every(isAmount);
  return {
    rates: Object.fromEntries([...filled, ...rated]),
    furtherReference: isAmount(reference) ? Number(reference) : filed.furtherReference,
    tool: isToolKnown ? Math.max(...Object.values(amounts(tools))) / TOOL_CALLS : filed.tool,
    source: 'pricing endpoint',
  };
}

/** The members that are positive amounts, as numbers or decimal strings. */
function amounts(value: unknown): Readonly<Record<string, number>> {
  const members = Object.entries(toObject(value)).filter(([, one]) => isAmount(one));
  return Object.fromEntries(members.map(([name, one]) => [name, Number(one)]));
}

function isAmount(value: unknown): boolean {
  const isWritten = typeof value === 'number' || typeof value === 'string';
  return isWritten && Number.isFinite(Number(value)) && Number(value) > 0;
}

function priceInFiles(model: string, models: readonly JsonObject[]): Price {
  const own = findModel(models, model);
  const prices = (own ? [own] : models).map(({ prices: filed }) => toObject(filed));
  const rates = prices.flatMap((filed) => [
    ...toList(filed.rates).map(
      (rate, index) => [String(toObject(rate).tier ?? index), rateOf(rate)] as const,
    ),
    ...Object.entries(amounts(filed.tokens)).map(
      ([kind, rate]) => [kind, rate / Number(filed.per ?? 1)] as const, // an unknown model gets these next to the rates of images
    ),
  ]);
  const tools = prices.flatMap(({ tools: filed }) =>
    Object.values(amounts(toObject(filed).rates)).map((rate) => rate / Number(toObject(filed).per ?? 1)),
  );
  return {
    rates: Object.fromEntries(rates),
    furtherReference: Math.max(0, ...prices.map(({ reference_surcharge: filed }) => rateOf(filed))),
    tool: Math.max(0, ...tools),
    source: 'model files',
  };
}

function rateOf(value: unknown): number {
  return isObject(value) ? Number(value.rate ?? 0) : 0;
}
