import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { readSizeTable } from '../../contract/lint/sizes/size-table.ts';
import { code, codes, paragraphs, prose, range, table } from '../markdown.ts';
import { isChoice } from './provenance.ts';
import { drawSizes } from './size-drawing.ts';

/** The sizes of a model: every ratio in every tier that the model accepts, drawn to scale; undefined for text. */
export function describeSizes(model: ModelSource): string | undefined {
  const sizes = toObject(model.vocabulary['x-sizes']);
  const tiers = acceptedTiers(model);
  if (tiers.length === 0) return undefined;
  const ratios = Object.keys(toObject(tiers[0]?.[1]));
  const rows = ratios.map((ratio) => [
    code(ratio),
    ...tiers.map(([, entries]) => toText(toObject(entries)[ratio]).replace('x', ' × ')),
  ]);
  const fields = toObject(sizes.fields);
  const forms = describeForms(stringList(sizes.forms), tiers);
  return paragraphs([
    `${code(toText(fields.size))} is ${forms}; ${code(toText(fields.tier))} is the tier. Sizes are width × height in pixels.`,
    describeOutlines(tiers.map(([tier]) => tier)),
    drawSizes(
      ratios.map((ratio) => ({ ratio, sizes: tiers.map(([, entries]) => toText(toObject(entries)[ratio])) })),
      tiers.map(([tier]) => tier),
    ),
    table(['Ratio', ...tiers.map(([tier]) => tier)], rows),
    describePixels(toObject(sizes.pixels)),
    describeAuto(toObject(sizes.auto)),
    ...toList(sizes.cases)
      .filter(isObject)
      .map(({ message }) => `${prose(toText(message))}.`),
  ]);
}

/** How a size may be written, with examples from the model's own table. */
function describeForms(forms: readonly string[], tiers: ReturnType<typeof toEntries>): string {
  const sizes = toObject(tiers[0]?.[1]);
  const ratios = Object.keys(sizes);
  const ratio =
    ['16:9', ...ratios.filter((one) => one !== '1:1'), ...ratios].find((one) => one in sizes) ?? '';
  const words: Readonly<Record<string, string>> = {
    ratio: `a ratio such as ${code(ratio)}`,
    tier: `a tier such as ${code(tiers.at(-1)?.[0] ?? '')}`,
    pixels: `exact pixels such as ${code(toText(sizes[ratio]))}`,
    auto: '`auto`',
  };
  const [last, ...others] = forms.map((form) => words[form] ?? form).toReversed();
  return others.length === 0 ? `${last}` : `${others.toReversed().join(', ')} or ${last}`;
}

/** The table of a family has tiers that some of its models refuse. */
export function acceptedTiers(model: ModelSource): ReturnType<typeof toEntries> {
  const { tierValues = [] } = readSizeTable(model) ?? {};
  const accepted = tierValues.map((tier) => tier.toLowerCase());
  const tiers = toEntries(toObject(model.vocabulary['x-sizes']).table);
  return tiers.filter(([tier]) => accepted.length === 0 || accepted.includes(tier.toLowerCase()));
}

function describeOutlines(tiers: readonly string[]): string | undefined {
  if (tiers.length < 2) return undefined;
  return `Each figure is drawn to the same scale and has an outline for each tier, from ${code(tiers[0] ?? '')}, the smallest, to ${code(tiers.at(-1) ?? '')}, the largest.`;
}

function describePixels({ side, area, ratio, separators }: JsonObject): string | undefined {
  if (separators === undefined) return undefined;
  const limits = [
    ...bounds('each side', side),
    ...bounds('the area', area),
    ...(isObject(ratio) ? [`the ratio ${code(toText(ratio.min))} to ${code(toText(ratio.max))}`] : []),
  ];
  return `Exact pixels are written with ${codes(stringList(separators))} between width and height${limits.length > 0 ? `; ${limits.join(', ')}` : ''}.`;
}

function bounds(what: string, limit: JsonObject[string]): readonly string[] {
  const said = range(toObject(limit), ' pixels');
  return said === undefined ? [] : [`${what} ${said}`];
}

function describeAuto({ reference, ratio, provenance }: JsonObject): string | undefined {
  if (typeof reference !== 'string') return undefined;
  const otherwise = typeof ratio === 'string' ? `, and ${code(ratio)} without one` : '';
  if (isChoice(provenance))
    return `With \`auto\` the model decides the ratio itself. The mock and the reference gateway, which have no model, take that of the first picture in ${code(reference)}${otherwise}.`;
  return `\`auto\` takes the ratio of the first picture in ${code(reference)}${otherwise}.`;
}
