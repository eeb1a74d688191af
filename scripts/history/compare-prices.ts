import type { JsonObject } from '../contract/contract.ts';
import { isObject, namesOf, toEntries, toList, toObject, toText } from '../contract/json.ts';
import { code } from '../docs/markdown.ts';
import { describeRate, dollars } from '../docs/models/price.ts';

/** What differs between two price lists, in sentences. */
export function comparePrices(before: JsonObject, after: JsonObject): readonly string[] {
  const [was, now] = [listPrices(before), listPrices(after)];
  return namesOf(was, now).flatMap((name): readonly string[] => {
    const [old, current] = [was[name], now[name]];
    if (old === current) return [];
    if (old === undefined) return [`${name}: ${current}, new`];
    return [`${name}: ${old} → ${current ?? 'no longer charged'}`];
  });
}

/** Every amount by what it is for. */
function listPrices(prices: JsonObject): Readonly<Record<string, string>> {
  const unit = toText(prices.unit);
  const { free, rate, field } = toObject(prices.reference_surcharge);
  const tools = toObject(prices.tools);
  return {
    ...Object.fromEntries([
      ...toList(prices.rates)
        .filter(isObject)
        .map((one, index) => [
          `Price of a ${unit === 'image' ? 'picture' : unit}, ${describeRate(one, index)}`,
          dollars(one.rate),
        ]),
      ...toEntries(prices.tokens).map(([kind, amount]) => [
        `Price of ${toText(prices.per) || String(prices.per)} tokens, ${kind.replaceAll('_', ' ')}`,
        dollars(amount),
      ]),
      ...toEntries(tools.rates).map(([name, amount]) => [
        `Price of ${String(tools.per)} calls of ${code(name)}`,
        dollars(amount),
      ]),
      ...toList(toObject(prices.hold).cases)
        .filter(isObject)
        .map(({ id, images }) => [`Held for ${code(toText(id))}`, `${String(images)} pictures`]),
    ]),
    ...(rate === undefined
      ? {}
      : {
          [`Price of a further reference in ${code(toText(field))}`]: dollars(rate),
          [`References in ${code(toText(field))} without a price`]: String(free),
        }),
  };
}
