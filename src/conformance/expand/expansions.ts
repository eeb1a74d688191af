import { plainEvaluator } from '../language/expressions.ts';
import { tryEvaluate } from '../language/template.ts';
import { type Json, type JsonObject, mapStrings, toList, toObject } from '../suite/json.ts';
import { canServe, mediaLimits, plainImage } from './media-limits.ts';

/** One value of an expansion: the name that its cases get, and what it binds. */
export interface Expanded {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * What cases can be repeated for. Derived from the model files alone, so that a new model file is enough to cover a model. Each binds
 * `model` (the file as data, plus `base`, a body that is valid without sizes) and the value that its comment describes.
 */
export const expansions: Readonly<Record<string, (model: JsonObject) => readonly Expanded[]>> = {
  models: (model) => [one(model, [], {})],
  /** `spelling`: another name of the model, and a body that uses it. */
  spellings: (model) =>
    toList(model.spellings).map((name) =>
      one(model, [String(name)], { spelling: { name, body: { ...baseOf(model), model: name } } }),
    ),
  /** `cell`: tier, ratio, pixels, width, height, and the body that requests it. */
  'size-cells': sizeCells,
  /** `example`: its name and its body. */
  'valid-examples': (model) => examplesOf(model, 'valid'),
  /** `example`: its name, its body, the rule it `breaks`, and the `path` of the field. */
  'invalid-examples': (model) => examplesOf(model, 'invalid'),
  /** `refusal`: another spelling of the model, and a body that uses it and must be refused: an invalid example or a forbidden field. */
  'spelled-refusals': spelledRefusals,
  /** `limit`: a numeric field, its minimum or maximum, and the bodies at the limit and beyond; `fits`: no rule forbids the limit. */
  'number-limits': numberLimits,
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
  return {
    name: [String(model.id), ...names].map(toName).join('/'),
    values: { model: { ...model, base: baseOf(model) }, ...values },
  };
}

function toName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.-]+/g, '-').replaceAll(/^-|-$/g, '');
}

/** The first valid example that the runner can send, without sizes and counts: the cheapest valid request. */
function baseOf(model: JsonObject): JsonObject {
  const examples = toList(toObject(model.examples).valid).map(toObject);
  const request = exampleBody(model, examples.find((example) => isServed(model, example.request)) ?? {});
  const { size, tier } = toObject(toObject(model.sizes).fields);
  const left = Object.entries(request).filter(
    ([name]) => ![size, tier, 'n', 'aspect_ratio', 'resolution'].includes(name),
  );
  return Object.fromEntries(left);
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

/** Whether the runner, which has no HTTPS, can serve the images of an example. */
function isServed(model: JsonObject, request: Json | undefined): boolean {
  const fields = Object.entries(toObject(model.media)).filter(([field]) => field in toObject(request));
  return fields.every(([, limits]) => canServe(toObject(limits)));
}

/** The body of an example, with its placeholder addresses replaced by images of the runner. */
function exampleBody(model: JsonObject, example: JsonObject): JsonObject {
  const request = { model: model.id, ...toObject(example.request) };
  const [limits = { sources: ['http'] }] = Object.values(toObject(model.media)).map(toObject);
  const image = needsAlpha(model, request) ? '1024x1024.png?alpha=1' : plainImage(limits);
  return toObject(
    mapStrings(request, (text) => {
      if (text.startsWith('https://images.example.com/')) return { $image: image };
      if (text.startsWith('https://files.example.com/')) return { $pdf: { pages: 1, as: 'url' } };
      return text;
    }),
  );
}

/** Whether a request satisfies the rules of its model. */
function keepsRules(model: JsonObject, request: JsonObject): boolean {
  return toList(model.validations).every((validation) => holds(toObject(validation).rule, model, request));
}

/** Whether a CEL expression of a model file is true for a request; false when it cannot be evaluated. */
function holds(expression: Json | undefined, model: JsonObject, request: JsonObject): boolean {
  const evaluate = plainEvaluator.over({ self: { ...toObject(model.defaults), ...request } });
  return tryEvaluate(evaluate, String(expression)) === true;
}

/** Whether a case of the model's media limits asks for an alpha channel with this request. */
function needsAlpha(model: JsonObject, request: JsonObject): boolean {
  const cases = Object.values(toObject(model.media)).flatMap((limits) =>
    toList(toObject(limits).cases).map(toObject),
  );
  return cases.some(({ alpha, when }) => alpha === true && holds(when, model, request));
}

function sizeCells(model: JsonObject): readonly Expanded[] {
  const { table, fields } = toObject(model.sizes);
  const { size, tier: tierField } = toObject(fields);
  const tiers = toList(toObject(toObject(toObject(model.schema).properties)[String(tierField)]).enum);
  return Object.entries(toObject(table))
    .filter(([tier]) => tiers.length === 0 || tiers.includes(tier))
    .flatMap(([tier, cells]) =>
      Object.entries(toObject(cells)).map(([ratio, pixels]) => {
        const [width, height] = String(pixels).split('x').map(Number);
        const body = { ...baseOf(model), [String(size)]: ratio, [String(tierField)]: tier };
        const cell = { tier, ratio, pixels, width, height, body } as JsonObject;
        return one(model, [tier, ratio.replace(':', 'x')], { cell });
      }),
    );
}

function properties(model: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(toObject(toObject(model.schema).properties)).map(([name, property]) => [
    name,
    toObject(property),
  ]);
}

function numberLimits(model: JsonObject): readonly Expanded[] {
  return properties(model).flatMap(([field, { type, minimum, maximum }]) => {
    if (type !== 'integer' && type !== 'number') return [];
    const body = (value: number): JsonObject => ({ ...baseOf(model), [field]: value });
    const edges = [
      ...(typeof minimum === 'number' ? [{ edge: 'minimum', inside: minimum, outside: minimum - 1 }] : []),
      ...(typeof maximum === 'number' ? [{ edge: 'maximum', inside: maximum, outside: maximum + 1 }] : []),
    ];
    return edges.map(({ edge, inside, outside }) =>
      one(model, [field, edge], {
        limit: {
          field,
          edge,
          inside,
          outside,
          body: body(inside),
          outside_body: body(outside),
          fits: keepsRules(model, body(inside)),
        },
      }),
    );
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
    const items = toObject(toObject(toObject(model.schema).properties)[field]);
    return one(model, [field], { media: { field, ...toObject(limits), max_items: items.maxItems ?? null } });
  });
}

function referenceLimits(model: JsonObject): readonly Expanded[] {
  return Object.entries(toObject(model.media)).flatMap(([field, value]) => {
    const limits = toObject(value);
    if (!canServe(limits)) return [];
    const schema = toObject(toObject(toObject(model.schema).properties)[field]);
    return mediaLimits(limits, schema).map(({ limit, edge, allowed, items }) => {
      const body = { ...baseOf(model), [field]: items };
      return one(model, [field, limit, edge], { media: { field, limit, edge, allowed, body } });
    });
  });
}
