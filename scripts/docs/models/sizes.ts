import type { JsonObject, ModelSource } from '../../contract/contract.ts';
import { isObject, stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { readSizeTable } from '../../contract/lint/sizes/size-table.ts';
import { code, codes, number, paragraphs, prose, table } from '../markdown.ts';
import { isChoice } from './provenance.ts';
import { drawSizes } from './size-drawing.ts';

/** How a size may be written, in words. */
const FORMS: Readonly<Record<string, string>> = {
  ratio: 'a ratio such as `16:9`',
  tier: 'a tier such as `2K`',
  pixels: 'exact pixels such as `1280x720`',
  auto: '`auto`',
};

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
  const forms = stringList(sizes.forms).map((form) => FORMS[form] ?? form);
  return paragraphs([
    `${code(toText(fields.size))} is ${forms.join(', or ')}; ${code(toText(fields.tier))} is the tier. Sizes are width × height in pixels.`,
    describeOutlines(tiers.map(([tier]) => tier)),
    drawSizes(
      ratios.map((ratio) => ({
        ratio,
        sizes: tiers.map(([, entries]) => toText(toObject(entries)[ratio])),
      })),
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

/** The table of a family has tiers that some of its models refuse. */
export function acceptedTiers(model: ModelSource): ReturnType<typeof toEntries> {
  const { tierValues = [] } = readSizeTable(model) ?? {};
  const accepted = tierValues.map((tier) => tier.toLowerCase());
  const tiers = toEntries(toObject(model.vocabulary['x-sizes']).table);
  return tiers.filter(([tier]) => accepted.length === 0 || accepted.includes(tier.toLowerCase()));
}

function describeOutlines(tiers: readonly string[]): string | undefined {
  if (tiers.length < 2) return undefined;
  return `The outlines of a ratio are, from the smallest to the largest, ${tiers.slice(0, -1).map(code).join(', ')} and ${code(tiers.at(-1) ?? '')}.`;
}

function describePixels({ side, area, ratio, separators }: JsonObject): string | undefined {
  if (separators === undefined) return undefined;
  const limits = [
    ...bounds('each side', side, ' pixels'),
    ...bounds('the area', area, ' pixels'),
    ...(isObject(ratio) ? [`the ratio ${code(toText(ratio.min))} to ${code(toText(ratio.max))}`] : []),
  ];
  return `Exact pixels are written with ${codes(stringList(separators))} between width and height${limits.length > 0 ? `; ${limits.join(', ')}` : ''}.`;
}

function bounds(what: string, limit: JsonObject[string], unit: string): readonly string[] {
  const { min, max } = toObject(limit);
  if (typeof min === 'number' && typeof max === 'number')
    return [`${what} ${number(min)} to ${number(max)}${unit}`];
  if (typeof min === 'number') return [`${what} at least ${number(min)}${unit}`];
  return typeof max === 'number' ? [`${what} at most ${number(max)}${unit}`] : [];
}

function describeAuto({ reference, ratio, provenance }: JsonObject): string | undefined {
  if (typeof reference !== 'string') return undefined;
  const otherwise = typeof ratio === 'string' ? `, and ${code(ratio)} without one` : '';
  if (isChoice(provenance))
    return `With \`auto\` the model decides the ratio itself. The mock and the reference gateway, which have no model, take that of the first picture in ${code(reference)}${otherwise}.`;
  return `\`auto\` takes the ratio of the first picture in ${code(reference)}${otherwise}.`;
}
