import type { Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { code, number, paragraphs, table } from '../markdown.ts';
import type { SiteParts } from '../site.ts';
import { isChoice } from './provenance.ts';

/** The price of a model as a table and a formula; the calculator is beside it. */
export function describePrice(
  { id, vocabulary }: ModelSource,
  { ownIds }: Pick<SiteParts, 'ownIds'>,
): string {
  const prices = toObject(vocabulary['x-prices']);
  const text =
    prices.unit === 'token'
      ? describeTokens(prices)
      : describeUnits(prices, toObject(vocabulary['x-output']));
  // The prices of a user's own model are no decision of this contract.
  if (ownIds.has(id)) return text.replaceAll(REFERENCE, '');
  return text.includes(REFERENCE) ? `${text}\n${REFERENCE_NOTE}\n` : text;
}

const REFERENCE = ' (reference)';
const REFERENCE_NOTE = 'A reference price is a choice of this contract: the specification gives no amount.';

/** An amount, with a mark when the specification gives none. */
function marked(amount: Json | undefined, provenance: Json | undefined): string {
  return `${dollars(amount)}${isChoice(provenance) ? REFERENCE : ''}`;
}

function describeUnits(prices: JsonObject, output: JsonObject): string {
  const unit = toText(prices.unit);
  const rates = toList(prices.rates).filter(isObject);
  const surcharge = toObject(prices.reference_surcharge);
  const factor = unit === 'second' ? 'seconds × price of a second' : 'images × price of an image';
  const further = isObject(prices.reference_surcharge)
    ? ` + references beyond ${number(Number(surcharge.free))} × ${marked(surcharge.rate, surcharge.provenance)}`
    : '';
  return paragraphs([
    table(
      [`Output`, `Price of ${unit === 'second' ? 'a second' : 'an image'}`],
      rates.map((rate, index) => [describeRate(rate, index), marked(rate.rate, rate.provenance)]),
    ),
    `**Price** = (${factor}${further}) × price ratio of the key's group`,
    'The price of what was ordered is held when a task is submitted. When it has ended, what was made is charged and the rest is returned; a failed task costs nothing.',
    describeImages(output),
    ...toList(toObject(prices.hold).cases)
      .filter(isObject)
      .map(
        ({ id, images }) => `For ${code(toText(id))} the price of ${number(Number(images))} images is held.`,
      ),
  ]);
}

function describeImages(output: JsonObject): string | undefined {
  const { max } = toObject(output.images);
  return typeof max === 'number' && max > 1 ? `A request makes at most ${number(max)} images.` : undefined;
}

/** What a rate is for. */
export function describeRate({ tier, max_pixels }: JsonObject, index: number): string {
  const parts = [
    ...(typeof tier === 'string' ? [code(tier)] : []),
    ...(typeof max_pixels === 'number' ? [`up to ${number(max_pixels)} pixels`] : []),
  ];
  if (parts.length > 0) return parts.join(', ');
  return index === 0 ? 'every size' : 'larger';
}

function describeTokens(prices: JsonObject): string {
  const tokens = toEntries(prices.tokens).map(([kind, rate]) => [
    kind.replaceAll('_', ' '),
    marked(rate, prices.provenance),
  ]);
  const tools = toObject(prices.tools);
  const calls = toEntries(tools.rates).map(([name, rate]) => [code(name), marked(rate, prices.provenance)]);
  return paragraphs([
    table(['Tokens', `Price of ${number(Number(prices.per))}`], tokens),
    "**Price** = (tokens of each kind × price of that kind + calls of tools) × price ratio of the key's group",
    table(['Tool', `Price of ${number(Number(tools.per))} calls`], calls),
  ]);
}

/** `$1.20`, `$0.045`: two decimals at least. */
export function dollars(rate: JsonObject[string]): string {
  const [whole, decimals = ''] = toText(rate).split('.');
  return `$${whole}.${decimals.padEnd(2, '0')}`;
}
