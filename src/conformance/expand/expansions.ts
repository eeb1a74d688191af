import { type Json, type JsonObject, toList, toObject } from '../suite/json.ts';
import { type AskedSize, type Charge, chargeOf } from './charges.ts';
import { canServe, mediaLimits, plainImage } from './media-limits.ts';
import {
  baseOf,
  bodyWith,
  exampleBody,
  isServed,
  keepsRules,
  properties,
  propertyOf,
} from './model-bodies.ts';
import { pixelSizes, toShape } from './pixel-sizes.ts';
import { textLengths } from './text-lengths.ts';

/** One value of an expansion: the name that its cases get, and what it binds besides the model. */
export interface Expanded {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * What cases can be repeated for. Derived from the model files alone, so that a new model file is enough to cover a model. All bind
 * `model` (the file as data, with `base`, a body that is valid without sizes) and the value that its comment describes.
 */
export const expansions: Readonly<Record<string, (model: JsonObject) => readonly Expanded[]>> = {
  models: (model) => [one(model, [], {})],
  /** `spelling`: another name of the model, and a body that uses it. */
  spellings: (model) =>
    toList(model.spellings).map((name) =>
      one(model, [String(name)], { spelling: { name, body: { ...baseOf(model), model: name } } }),
    ),
  /** `cell`: tier, ratio, pixels, width, height, the body that requests it, and its `charge`, null where the file does not say it. */
  'size-cells': (model) =>
    (takesRatios(model) ? sizeCells(model) : []).map((cell) =>
      one(model, [cell.tier, cell.ratio.replace(':', 'x')], { cell: toData(cell) }),
    ),
  /** `size`: a size in exact pixels, whether it is `allowed`, and what cells have. */
  'pixel-sizes': (model) =>
    exactSizes(model).map((size) => one(model, [size.limit, size.edge], { size: toData(size) })),
  /** `text`: a field, the `length` of a text, whether it is `allowed`, and the body with it. */
  'text-lengths': (model) =>
    textLengths(model).map((text) => one(model, [text.field, text.edge], { text: toData(text) })),
  /** `price`: the `rate` that applies, in words, a body that is charged by it, and its `charge`; for a text model, the `tokens`. */
  prices: pricesOf,
  /** `example`: its name and its body. */
  'valid-examples': (model) => examplesOf(model, 'valid'),
  /** `example`: its name, its body, the rule it `breaks`, and the `path` of the field. */
  'invalid-examples': (model) => examplesOf(model, 'invalid'),
  /** `refusal`: another spelling of the model, and a body that uses it and must be refused: an invalid example or a forbidden field. */
  'spelled-refusals': spelledRefusals,
  /** `limit`: a numeric field, its minimum or maximum, and the bodies at the limit and beyond; `fits`: no rule forbids the limit. */
  'number-limits': numberLimits,
  /** `step`: an integer field with a small range, each value of it, and the body; `beyond_body` is out of the range. */
  'small-ranges': smallRanges,
  /** `choice`: a field, a value, and the body; `allowed` is false for the value that is not in the enumeration. */
  'enum-values': enumValues,
  /** `forbidden`: a field that the model refuses, and a body with it. */
  'forbidden-fields': (model) =>
    forbiddenFields(model).map(({ name: field, body }) =>
      one(model, [field], { forbidden: { field, body } }),
    ),
  /** `media`: a field of references and its limits. */
  'media-fields': mediaFields,
  /** `media`: a field of references, the limit, whether these references are allowed, and the body with them. */
  'media-limits': referenceLimits,
};

function one(model: JsonObject, names: readonly string[], values: JsonObject): Expanded {
  return { name: [String(model.id), ...names].map(toName).join('/'), values };
}

function toName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.-]+/g, '-').replaceAll(/^-|-$/g, '');
}

function forbiddenFields(model: JsonObject): readonly { readonly name: string; readonly body: JsonObject }[] {
  return Object.keys(toObject(model.forbidden)).map((name) => ({
    name,
    body: { ...baseOf(model), [name]: false },
  }));
}

function spelledRefusals(model: JsonObject): readonly Expanded[] {
  const invalid = toList(toObject(model.examples).invalid)
    .map(toObject)
    .filter(({ request }) => isServed(model, request) && !('model' in toObject(request)))
    .map((example) => ({ name: String(example.name), body: exampleBody(model, example) }));
  return toList(model.spellings)
    .filter((spelling) => spelling !== model.id)
    .flatMap((spelling) =>
      [...invalid, ...forbiddenFields(model)].map(({ name, body }) =>
        one(model, [String(spelling), name], {
          refusal: { spelling, name, body: { ...body, model: spelling } },
        }),
      ),
    );
}

function examplesOf(model: JsonObject, kind: 'valid' | 'invalid'): readonly Expanded[] {
  return toList(toObject(model.examples)[kind])
    .map(toObject)
    .filter(({ request }) => isServed(model, request))
    .map((example) => {
      const { name, breaks, path } = example;
      return one(model, [String(name)], {
        example: { name, breaks: breaks ?? '', path: path ?? '', body: exampleBody(model, example) },
      });
    });
}

/** A size that a model makes, with what it costs. */
interface Sized extends AskedSize {
  readonly pixels: string;
  readonly body: JsonObject;
  readonly charge: Charge | null;
}

/** Whether a request can name a ratio; otherwise the model chooses that of a tier. */
function takesRatios(model: JsonObject): boolean {
  return toList(toObject(model.sizes).forms).includes('ratio');
}

/** Sizes whose charge is the same whatever ratio the model chooses for them. */
function pricedCells(model: JsonObject): readonly Sized[] {
  const cells = sizeCells(model);
  const isSure = ({ tier, charge }: (typeof cells)[number]) =>
    cells.every((other) => other.tier !== tier || other.charge?.nano_usd === charge?.nano_usd);
  return takesRatios(model) ? cells : cells.filter(isSure);
}

function sizeCells(
  model: JsonObject,
): readonly (Sized & { readonly tier: string; readonly ratio: string })[] {
  const { table, fields } = toObject(model.sizes);
  const { size, tier: tierField } = toObject(fields);
  const tiers = toList(propertyOf(model, tierField).enum);
  return Object.entries(toObject(table))
    .filter(([tier]) => tiers.length === 0 || tiers.includes(tier))
    .flatMap(([tier, cells]) =>
      Object.entries(toObject(cells)).flatMap(([ratio, value]) => {
        const pixels = String(value);
        const shape = toShape(value);
        const asked = takesRatios(model)
          ? { [String(size)]: ratio, [String(tierField)]: tier }
          : { [String(size)]: tier };
        const body = bodyWith(model, asked);
        if (!body) return [];
        const charge = chargeOf(model, body, { tier, ...shape }) ?? null;
        return [{ tier, ratio, pixels, ...shape, body, charge }];
      }),
    );
}

function exactSizes(model: JsonObject) {
  return pixelSizes(model).map((size) => ({ ...size, charge: chargeOf(model, size.body, size) ?? null }));
}

/** One request for each rate that a size reaches, for another count or length, and with a reference that is not free; one for text. */
function pricesOf(model: JsonObject): readonly Expanded[] {
  const { unit, rates, tokens, per } = toObject(model.prices);
  if (unit === 'token') {
    const body = { ...baseOf(model), stream: false };
    return keepsRules(model, body)
      ? [one(model, ['tokens'], { price: { body, per: per ?? 1, tokens: tokens ?? {} } })]
      : [];
  }
  const sizes: readonly Sized[] = [
    ...pricedCells(model),
    ...exactSizes(model).filter(({ allowed }) => allowed),
  ].filter(({ charge }) => charge !== null);
  const lines = toList(rates).flatMap((rate, index) => {
    const found = sizes.find(({ charge }) => charge?.line === index);
    return found ? [{ name: `rate-${index + 1}`, rate: String(toObject(rate).rate), ...found }] : [];
  });
  return [...lines, ...otherUnits(model, sizes), ...furtherReference(model, sizes)].map(
    ({ name, rate, body, charge }) => one(model, [name], { price: { rate, body, charge: toData(charge) } }),
  );
}

/** The fields that say how much is made: images, or seconds of a clip. */
const UNIT_FIELDS = ['n', 'duration'];

/** For each field that says how much is made: a request for another amount than the default. */
function otherUnits(model: JsonObject, sizes: readonly Sized[]) {
  const [first] = sizes;
  if (!first?.charge) return [];
  const { line, units } = first.charge;
  const rate = String(toObject(toList(toObject(model.prices).rates)[line]).rate);
  return properties(model).flatMap(([field, { type, minimum = 1 }]) => {
    if (!UNIT_FIELDS.includes(field) || type !== 'integer') return [];
    const bodies = [Number(minimum), Number(minimum) + 1].map((value) => ({ ...first.body, [field]: value }));
    return bodies
      .flatMap((body) => {
        const charge = keepsRules(model, body) && chargeOf(model, body, first);
        return charge && charge.units !== units ? [{ name: field, rate, body, charge }] : [];
      })
      .slice(0, 1);
  });
}

/** A request with one reference more than are free, if the runner can serve them. */
function furtherReference(model: JsonObject, sizes: readonly Sized[]) {
  const { field, free = 0, rate } = toObject(toObject(model.prices).reference_surcharge);
  const limits = toObject(toObject(model.media)[String(field)]);
  const { maxItems = Number.POSITIVE_INFINITY } = propertyOf(model, field);
  const [first] = sizes;
  if (rate === undefined || !first || !canServe(limits) || Number(free) >= Number(maxItems)) return [];
  const references = Array.from({ length: Number(free) + 1 }, () => ({ $image: plainImage(limits) }));
  const body = { ...first.body, [String(field)]: references };
  const charge = chargeOf(model, body, first);
  return charge && keepsRules(model, body)
    ? [{ name: 'further-reference', rate: String(rate), body, charge }]
    : [];
}

/** A value of an expansion as plain data. */
function toData(value: object | null): Json {
  return value as Json; // made of JSON values only
}

function numberLimits(model: JsonObject): readonly Expanded[] {
  return properties(model).flatMap(([field, { type, minimum, maximum }]) => {
    if (type !== 'integer' && type !== 'number') return [];
    const body = (value: number): JsonObject => ({ ...baseOf(model), [field]: value });
    const edges = [
      ...(typeof minimum === 'number' ? [{ edge: 'minimum', inside: minimum, outside: minimum - 1 }] : []),
      ...(typeof maximum === 'number' ? [{ edge: 'maximum', inside: maximum, outside: maximum + 1 }] : []),
    ];
    return edges.map(({ edge, inside, outside }) => {
      const bodies = { body: body(inside), outside_body: body(outside) };
      const fits = keepsRules(model, bodies.body);
      return one(model, [field, edge], { limit: { field, edge, inside, outside, ...bodies, fits } });
    });
  });
}

/** Larger ranges are tried at their limits only. */
const MOST_STEPS = 20;

function smallRanges(model: JsonObject): readonly Expanded[] {
  return properties(model).flatMap(([field, { type, minimum, maximum }]) => {
    if (type !== 'integer' || typeof minimum !== 'number' || typeof maximum !== 'number') return [];
    if (maximum - minimum >= MOST_STEPS) return [];
    return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index).flatMap((value) => {
      const body = { ...baseOf(model), [field]: value };
      const beyond = { ...body, [field]: maximum + 1 };
      return keepsRules(model, body)
        ? [one(model, [field, String(value)], { step: { field, value, body, beyond_body: beyond } })]
        : [];
    });
  });
}

function enumValues(model: JsonObject): readonly Expanded[] {
  return properties(model).flatMap(([field, { enum: values }]) => {
    if (!Array.isArray(values) || field === 'model') return [];
    const allowed = values.map((value: Json) => ({ value, allowed: true }));
    return [...allowed, { value: 'no-such-value', allowed: false }].map(({ value, allowed: isAllowed }) => {
      const body = { ...baseOf(model), [field]: value };
      const fits = isAllowed && keepsRules(model, body);
      return one(model, [field, String(value)], { choice: { field, value, allowed: isAllowed, fits, body } });
    });
  });
}

function mediaFields(model: JsonObject): readonly Expanded[] {
  return Object.entries(toObject(model.media)).map(([field, limits]) => {
    const { maxItems = null } = propertyOf(model, field);
    return one(model, [field], { media: { field, ...toObject(limits), max_items: maxItems } });
  });
}

function referenceLimits(model: JsonObject): readonly Expanded[] {
  return Object.entries(toObject(model.media)).flatMap(([field, value]) => {
    const limits = toObject(value);
    if (!canServe(limits)) return [];
    return mediaLimits(limits, propertyOf(model, field)).map(({ limit, edge, allowed, items }) => {
      const body = { ...baseOf(model), [field]: items };
      return one(model, [field, limit, edge], { media: { field, limit, edge, allowed, body } });
    });
  });
}
