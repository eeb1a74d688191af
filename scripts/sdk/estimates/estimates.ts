import { LARGEST_RATIO_TERM } from '../../../src/contract/sizes/ratio.ts';
import type { Json, JsonObject, ModelSource } from '../../contract/contract.ts';
import { defaultsOf } from '../../contract/field-shapes.ts';
import {
  filterMembers,
  stringList,
  toEntries,
  toList,
  toObject,
  toText,
  withoutProvenance,
} from '../../contract/json.ts';
import {
  createTranslate,
  type ExpressionTree,
  fieldsOf,
  type Translate,
  UnsupportedExpression,
} from './expression-tree.ts';

/** What SDKs need to estimate requests. */
export interface Estimates {
  /** One entry for each model of images or clips. */
  readonly models: readonly JsonObject[];
  /** The models that SDKs cannot estimate, in a sentence each. */
  readonly gaps: readonly string[];
}

/** Derives from the models what SDKs need to estimate requests. */
export function toEstimates(models: readonly ModelSource[]): Estimates {
  const entries = models
    .filter(({ vocabulary }) => vocabulary['x-sizes'] !== undefined)
    .map((model) => ({ id: model.id, spellings: model.spellings, ...toEntry(model) }));
  const gaps = entries.flatMap((entry) => ('unsupported' in entry ? [entry.unsupported] : []));
  return { models: entries, gaps };
}

/** The file that each SDK embeds: a line a model. */
export function estimatesFile({ models }: Estimates): string {
  return `[\n${models.map((model) => JSON.stringify(model)).join(',\n')}\n]\n`;
}

function toEntry(
  model: ModelSource,
): JsonObject & ({ readonly unsupported: string } | { readonly rates: Json }) {
  const translate = createTranslate(model.requestSchema);
  const read = new Set<string>();
  const expression: Translate = (text) => {
    const tree = translate(text);
    for (const field of fieldsOf(tree)) read.add(field);
    return tree;
  };
  try {
    const vocabulary = toObject(withoutProvenance(model.vocabulary));
    const parts = {
      sizes: sizesOf(toObject(vocabulary['x-sizes']), vocabulary['x-validations'], expression),
      ...pricesOf(toObject(vocabulary['x-prices']), expression),
      references: Object.keys(toObject(vocabulary['x-media'])),
      ...outputOf(toObject(vocabulary['x-output']), expression),
    };
    for (const field of [parts.sizes.size_field, parts.sizes.tier_field, ...parts.references])
      read.add(field);
    const defaults = filterMembers(defaultsOf(model.requestSchema), (name) => read.has(name));
    return { defaults, ...parts };
  } catch (error) {
    if (!(error instanceof UnsupportedExpression)) throw error;
    return {
      unsupported: `${model.id} cannot be estimated by SDKs, which do not evaluate ${error.message}.`,
    };
  }
}

function sizesOf(sizes: JsonObject, rules: Json | undefined, expression: Translate) {
  const { size, tier } = toObject(sizes.fields);
  const [sizeField, tierField] = [toText(size), toText(tier)];
  return {
    size_field: sizeField,
    tier_field: tierField,
    forms: sizes.forms,
    ratio_separators: sizes.ratio_separators ?? [':'],
    tiers: toEntries(sizes.table).map(([name, row]) => ({ name, sizes: rowOf(row) })),
    auto_ratio: toObject(sizes.auto).ratio,
    pixels: pixelsOf(toObject(sizes.pixels)),
    advice: adviceOn(sizes),
    cases: toList(sizes.cases).map((one) => {
      const { when, forms, auto_tier, message } = toObject(one);
      return { when: expression(toText(when)), forms, auto_tier, message };
    }),
    rules: toList(rules).flatMap((rule) => ruleOf(toObject(rule), [sizeField, tierField], expression)),
  };
}

function rowOf(row: Json): readonly JsonObject[] {
  return toEntries(row).map(([ratio, pixels]) => {
    const [width, height] = toText(pixels).split('x').map(Number);
    return { ratio, width, height };
  });
}

/** What exact pixels may be, both ends included, and in words. */
function pixelsOf({ separators, side, area, ratio }: JsonObject): JsonObject {
  const { min, max } = toObject(ratio);
  const words = [
    side === undefined ? [] : `each side ${rangeInWords(toObject(side))} pixels`,
    area === undefined ? [] : `width times height ${rangeInWords(toObject(area))} pixels`,
    ratio === undefined ? [] : `the ratio between ${toText(min)} and ${toText(max)}`,
  ];
  const terms = (text: string) => text.split(':').map(Number);
  return {
    separators: separators ?? [],
    above: LARGEST_RATIO_TERM,
    side: rangeOf(toObject(side)),
    area: rangeOf(toObject(area)),
    ratio: [terms(toText(min) || '0:1'), terms(toText(max) || '1:0')],
    advice: words.flat().join(', '),
  };
}

function rangeOf({ min, max }: JsonObject): readonly Json[] {
  return [min ?? 0, max ?? Number.MAX_SAFE_INTEGER];
}

function rangeInWords({ min, max }: JsonObject): string {
  if (min === undefined) return `at most ${Number(max)}`;
  return max === undefined ? `at least ${Number(min)}` : `between ${Number(min)} and ${Number(max)}`;
}

/** How sizes are written, in words. */
function adviceOn({ forms, table }: JsonObject): string {
  const rows = toEntries(table);
  const ratios = new Set(rows.flatMap(([, row]) => Object.keys(toObject(row))));
  const words: Readonly<Record<string, readonly string[]>> = {
    tier: rows.map(([name]) => name),
    ratio: [...ratios],
    auto: ['auto'],
    pixels: ['exact pixels such as 1024x1024'],
  };
  const all = stringList(forms).flatMap((form) => words[form] ?? []);
  return [all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(' or ');
}

/** A rule about the size. One that SDKs do not evaluate is left to the gateway: no number depends on it. */
function ruleOf(
  { rule, message, path }: JsonObject,
  fields: readonly string[],
  expression: Translate,
): readonly JsonObject[] {
  if (!fields.includes(toText(path).slice(1))) return [];
  try {
    return [{ rule: expression(toText(rule)), message }];
  } catch (error) {
    if (error instanceof UnsupportedExpression) return [];
    throw error;
  }
}

function pricesOf({ rates, reference_surcharge, hold }: JsonObject, expression: Translate) {
  const { free, rate } = toObject(reference_surcharge);
  return {
    rates: rates ?? [],
    surcharge: { free: free ?? 0, rate: rate ?? '0' },
    holds: toList(toObject(hold).cases).map((one) => {
      const { when, images } = toObject(one);
      return { when: expression(toText(when)), images };
    }),
  };
}

function outputOf({ kind, images, video, layers }: JsonObject, expression: Translate) {
  const of = (value: Json | undefined): ExpressionTree => expression(toText(value) || '1');
  const { when, max } = toObject(layers);
  return {
    count: of(kind === 'video' ? undefined : toObject(images).count),
    seconds: kind === 'video' ? of(toObject(video).seconds) : undefined,
    layers: when === undefined ? undefined : { when: of(when), max },
  };
}
