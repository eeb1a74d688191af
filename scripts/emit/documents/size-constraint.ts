import type { JsonObject } from '../../contract/contract.ts';
import { isObject, stringList, toList, toObject, toText, withoutProvenance } from '../../contract/json.ts';
import { PUBLISHED_LIMITS } from '../../contract/keywords.ts';
import { sizeSpellings } from '../../contract/lint/sizes/size-table.ts';
import { toNumber } from '../../contract/ratio.ts';
import { integerPattern } from './integer-pattern.ts';

/** The size field of a request, and the part of its constraints that JSON Schema can express. */
export interface SizeField {
  readonly field: string;
  readonly constraint: JsonObject;
}

/**
 * What the size geometry of a model (`x-sizes`) implies for its size field: the spellings, listed so that a form can offer them, and a
 * pattern of the pixels whose sides can be right. Undefined for a model without such a field, or whose schema lists the values.
 */
export function toSizeField(vocabulary: JsonObject, requestSchema: JsonObject): SizeField | undefined {
  const { 'x-sizes': sizes } = vocabulary;
  if (!isObject(sizes)) return undefined;
  const field = toText(toObject(sizes.fields).size);
  const property = toObject(requestSchema.properties)[field];
  if (!isObject(property) || property.enum !== undefined) return undefined;
  const spellings = { enum: sizeSpellings(sizes, stringList(sizes.forms)) };
  const pixels = isObject(sizes.pixels) ? { pattern: pixelPattern(sizes.pixels) } : undefined;
  return { field, constraint: pixels ? { anyOf: [spellings, pixels] } : spellings };
}

/**
 * The forms that a size has where a boolean field is true (`cases` of `x-sizes`), as conditions of JSON Schema. Other cases, and those with
 * exact pixels, are left to the gateway.
 */
export function sizeConditions({ 'x-sizes': sizes }: JsonObject, requestSchema: JsonObject): JsonObject {
  if (!isObject(sizes)) return {};
  const size = toText(toObject(sizes.fields).size);
  const conditions = toList(sizes.cases).flatMap((special) => {
    const { when, forms } = toObject(special);
    const [, field = ''] = /^self\.(\w+)$/.exec(toText(when)) ?? [];
    if (toObject(toObject(requestSchema.properties)[field]).type !== 'boolean') return [];
    if (forms === undefined || stringList(forms).includes('pixels')) return [];
    const properties = { [size]: { type: 'string', enum: sizeSpellings(sizes, stringList(forms)) } };
    return {
      if: { required: [field], properties: { [field]: { type: 'boolean', const: true } }, ...OPEN },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties, ...OPEN },
    };
  });
  return conditions.length > 0 ? { allOf: [...toList(requestSchema.allOf), ...conditions] } : {};
}

/** Without it some linters treat a condition as the whole schema. */
export const OPEN = { additionalProperties: true };

/** What is enforced and JSON Schema cannot express: areas, ratios and tables of sizes, reference media, tokens, and the CEL rules. */
export function publishedLimits(vocabulary: JsonObject): JsonObject {
  const limits = PUBLISHED_LIMITS.flatMap((keyword) => {
    const value = vocabulary[keyword];
    return isObject(value) ? [[keyword, withoutProvenance(value)]] : [];
  });
  const rules = toList(vocabulary['x-validations']).map(withoutProvenance);
  return { ...Object.fromEntries(limits), ...(rules.length > 0 ? { 'x-validations': rules } : {}) };
}

function pixelPattern(pixels: JsonObject): string {
  const { min, max } = sideRange(pixels);
  const side = integerPattern(min, max);
  return `^${side}[${stringList(pixels.separators).join('')}]${side}$`;
}

/** The shortest and the longest possible side: as declared, or as implied by area and ratio. */
function sideRange({ side, area, ratio }: JsonObject): { readonly min: number; readonly max: number } {
  const steepest = Math.max(toNumber(toObject(ratio).max), 1 / toNumber(toObject(ratio).min));
  const { min: least, max: most } = toObject(area);
  return {
    min: Number(toObject(side).min ?? Math.ceil(Math.sqrt(Number(least ?? 1) / steepest))),
    max: Number(toObject(side).max ?? Math.floor(Math.sqrt(Number(most) * steepest))),
  };
}
