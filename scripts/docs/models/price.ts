import { formatUsd, parseUsd, toDollars } from '../../../src/contract/money.ts';
import type { Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { code, number, paragraphs, table } from '../markdown.ts';
import type { SiteParts } from '../site.ts';
import { explainMarks, referenceMark } from './provenance.ts';
import { acceptedTiers } from './sizes.ts';

/** The price of a model as a table and a formula; the calculator is beside it. */
export function describePrice(model: ModelSource, { ownIds }: Pick<SiteParts, 'ownIds'>): string {
  const { id, vocabulary } = model;
  const prices = toObject(vocabulary['x-prices']);
  const text = prices.unit === 'token' ? describeTokens(prices) : describeUnits(prices, model);
  return explainMarks(text, { note: REFERENCE_NOTE, isOwn: ownIds.has(id) });
}

const REFERENCE_NOTE =
  'Prices marked “(reference)” are choices of this contract: the specification gives no amount.';

/** An amount, with a mark when the specification gives none. */
function marked(amount: Json | undefined, provenance: Json | undefined): string {
  return `${dollars(amount)}${referenceMark(provenance)}`;
}

function describeUnits(prices: JsonObject, model: ModelSource): string {
  const unit = toText(prices.unit);
  const rates = toList(prices.rates).filter(isObject);
  const surcharge = toObject(prices.reference_surcharge);
  const factor = `${unit}s × price per ${unit}`;
  const further = isObject(prices.reference_surcharge)
    ? ` + references beyond ${number(Number(surcharge.free))} × ${marked(surcharge.rate, surcharge.provenance)}`
    : '';
  return paragraphs([
    table(
      ['Output', `Price per ${unit}`],
      rates.map((rate, index) => [describeRate(rate, index), marked(rate.rate, rate.provenance)]),
    ),
    `**Price** = (${factor}${further}) × price ratio of the key's group`,
    'When a task is submitted, the price of the requested output is put on hold. When it ends, what was generated is charged and the rest of the hold is released; a failed task costs nothing.',
    describeImages(toObject(model.vocabulary['x-output'])),
    ...toList(toObject(prices.hold).cases)
      .filter(isObject)
      .map((hold) => describeHold(hold, rates, model)),
  ]);
}

function describeImages(output: JsonObject): string | undefined {
  const { max } = toObject(output.images);
  return typeof max === 'number' && max > 1
    ? `A request generates at most ${number(max)} images.`
    : undefined;
}

/** How many images are held in a case, and for how much in each tier. */
function describeHold(
  { id, when, images }: JsonObject,
  rates: readonly JsonObject[],
  model: ModelSource,
): string {
  const held = acceptedTiers(model).flatMap(([tier, entries]) => {
    const rate = rateOf(tier, toObject(entries), rates);
    const amount = parseUsd(toText(rate?.rate)) * BigInt(Number(images));
    return rate === undefined ? [] : [{ tier, amount: toDollars(formatUsd(amount)) }];
  });
  const amounts = [...Map.groupBy(held, ({ amount }) => amount)].map(
    ([amount, tiers]) => `${amount} for ${tiers.map(({ tier }) => code(tier)).join(' and ')}`,
  );
  const cases = toList(toObject(model.vocabulary['x-sizes']).cases).filter(isObject);
  const auto = cases.find((one) => one.when === when)?.auto_tier;
  const byDefault = typeof auto === 'string' ? `; \`auto\` is held as ${code(auto)}` : '';
  return `With ${code(toText(id))}, the price of ${number(Number(images))} images is held: ${amounts.join(', ')}${byDefault}.`;
}

/** The rate of a tier: all its sizes have the same. */
function rateOf(tier: string, sizes: JsonObject, rates: readonly JsonObject[]): JsonObject | undefined {
  const [width = 0, height = 0] = toText(Object.values(sizes)[0]).split('x').map(Number);
  return rates.find(
    (rate) =>
      (rate.tier === undefined || rate.tier === tier) &&
      width * height <= Number(rate.max_pixels ?? Infinity),
  );
}

/** What a rate is for. */
export function describeRate({ tier, max_pixels }: JsonObject, index: number): string {
  const parts = [
    ...(typeof tier === 'string' ? [code(tier)] : []),
    ...(typeof max_pixels === 'number' ? [`up to ${number(max_pixels)} pixels`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  return index === 0 ? 'any size' : 'larger';
}

function describeTokens(prices: JsonObject): string {
  const tokens = toEntries(prices.tokens).map(([kind, rate]) => [
    kind.replaceAll('_', ' '),
    marked(rate, prices.provenance),
  ]);
  const tools = toObject(prices.tools);
  const calls = toEntries(tools.rates).map(([name, rate]) => [code(name), marked(rate, prices.provenance)]);
  return paragraphs([
    table(['Tokens', `Price per ${number(Number(prices.per))} tokens`], tokens),
    "**Price** = (tokens of each kind × price of that kind + tool calls × price of that tool) × price ratio of the key's group",
    table(['Tool', `Price per ${number(Number(tools.per))} calls`], calls),
  ]);
}

/** An amount of the contract for people. */
export function dollars(rate: JsonObject[string]): string {
  return toDollars(toText(rate));
}
