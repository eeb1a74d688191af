import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { code, number, paragraphs, table } from '../markdown.ts';

/** The price of a model as a table and a formula; the calculator is beside it. */
export function describePrice({ vocabulary }: ModelSource): string {
  const prices = toObject(vocabulary['x-prices']);
  return prices.unit === 'token'
    ? describeTokens(prices)
    : describeUnits(prices, toObject(vocabulary['x-output']));
}

function describeUnits(prices: JsonObject, output: JsonObject): string {
  const unit = toText(prices.unit);
  const rates = toList(prices.rates).filter(isObject);
  const surcharge = toObject(prices.reference_surcharge);
  const factor = unit === 'second' ? 'seconds × price of a second' : 'images × price of an image';
  const further = isObject(prices.reference_surcharge)
    ? ` + references beyond ${number(Number(surcharge.free))} × ${dollars(surcharge.rate)}`
    : '';
  return paragraphs([
    table(
      [`Output`, `Price of ${unit === 'second' ? 'a second' : 'an image'}`],
      rates.map((rate, index) => [describeRate(rate, index), dollars(rate.rate)]),
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
  const tokens = toEntries(prices.tokens).map(([kind, rate]) => [kind.replaceAll('_', ' '), dollars(rate)]);
  const tools = toObject(prices.tools);
  const calls = toEntries(tools.rates).map(([name, rate]) => [code(name), dollars(rate)]);
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
