import { plainEvaluator } from '../language/expressions.ts';
import { isObject, type Json, type JsonObject, toList, toObject } from '../suite/json.ts';
import { canServe, mediaLimits, plainImage } from './media-limits.ts';

/** One value of an expansion: the name that its cases get, and what it binds. */
export interface Expanded {
  readonly name: string;
  readonly values: Readonly<Record<string, unknown>>;
}

type Expansion = (models: readonly JsonObject[]) => readonly Expanded[];

/**
 * What cases can be repeated for, from the model files alone, so that a model is covered when its file is added. Each binds
 * `model` (its file as data, with `base`, a body that is valid without sizes) and what its own line says.
 */
export const expansions: Readonly<Record<string, Expansion>> = {
  models: (models) => models.map((model) => one(model, [], {})),
  /** `spelling`: the name, and a body with it. */
  spellings: forEachModel((model) =>
    toList(model.spellings).map((name) =>
      one(model, [String(name)], { spelling: { name, body: { ...baseOf(model), model: name } } }),
    ),
  ),
  /** `cell`: tier, ratio, pixels, width, height, and the body that asks for it. */
  'size-cells': forEachModel((model) =>
    sizeCells(model).map((cell) =>
      one(model, [String(cell.tier), String(cell.ratio).replace(':', 'x')], { cell }),
    ),
  ),
  /** `example`: its name and its body. */
  'valid-examples': forEachModel((model) => examplesOf(model, 'valid')),
  /** `example`: its name, its body, the rule it `breaks`, and the `path` of the field. */
  'invalid-examples': forEachModel((model) => examplesOf(model, 'invalid')),
  /** `refusal`: another spelling of the model, and a body with it that is refused: of an invalid example, or with a forbidden field. */
  'spelled-refusals': forEachModel((model) => spelledRefusals(model)),
  /** `limit`: a numeric field with its minimum or maximum and the bodies at the edge and outside; `fits`: no rule forbids the edge. */
  'number-limits': forEachModel((model) => numberLimits(model)),
  /** `choice`: a field and one value of its enumeration, with the body; a value that is not allowed has `allowed: false`. */
  'enum-values': forEachModel((model) => enumValues(model)),
  /** `forbidden`: a field that the model refuses, and a body with it. */
  'forbidden-fields': forEachModel((model) =>
    forbiddenFields(model).map(({ name: field, body }) =>
      one(model, [field], { forbidden: { field, body } }),
    ),
  ),
  /** `media`: a field of references and its limits. */
  'media-fields': forEachModel((model) => mediaFields(model)),
  /** `media`: a field of references, the limit, whether these references are allowed, and the body with them. */
  'media-limits': forEachModel((model) => referenceLimits(model)),
};

function forEachModel(expand: (model: JsonObject) => readonly Expanded[]): Expansion {
  return (models) => models.flatMap(expand);
}

function one(model: JsonObject, names: readonly string[], values: JsonObject): Expanded {
  return {
    name: [String(model.id), ...names].map(toName).join('/'),
    values: { model: { ...model, base: baseOf(model) }, ...values },
  };
}

function toName(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.-]+/g, '-').replaceAll(/^-|-$/g, '');
}

/** The first valid example that can be sent, without sizes and counts: the cheapest request that is valid. */
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

/** Whether the runner can serve the images of an example: it has no HTTPS. */
function isServed(model: JsonObject, request: Json | undefined): boolean {
  const fields = Object.entries(toObject(model.media)).filter(([field]) => field in toObject(request));
  return fields.every(([, limits]) => canServe(toObject(limits)));
}

/** The body of an example; addresses of invented images become images of the runner. */
function exampleBody(model: JsonObject, example: JsonObject): JsonObject {
  const request = { model: model.id, ...toObject(example.request) };
  const [limits = { sources: ['http'] }] = Object.values(toObject(model.media)).map(toObject);
  return toObject(
    withMedia(request, needsAlpha(model, request) ? '1024x1024.png?alpha=1' : plainImage(limits)),
  );
}

function withMedia(value: Json | undefined, image: string): Json {
  if (typeof value === 'string' && value.startsWith('https://images.example.com/')) return { $image: image };
  if (typeof value === 'string' && value.startsWith('https://files.example.com/'))
    return { $pdf: { pages: 1, as: 'url' } };
  if (Array.isArray(value)) return value.map((item: Json) => withMedia(item, image));
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withMedia(member, image)]));
}

const { evaluate } = plainEvaluator;

/** Whether a request keeps the rules of its model. */
function keepsRules(model: JsonObject, request: JsonObject): boolean {
  const self = { ...toObject(model.defaults), ...request };
  return toList(model.validations).every((validation) => {
    try {
      return evaluate(String(toObject(validation).rule), { self }) === true;
    } catch {
      return false;
    }
  });
}

/** Whether a case of the model's media limits asks for an alpha channel with this request. */
function needsAlpha(model: JsonObject, request: JsonObject): boolean {
  const cases = Object.values(toObject(model.media)).flatMap((limits) =>
    toList(toObject(limits).cases).map(toObject),
  );
  const self = { ...toObject(model.defaults), ...request };
  return cases.some(({ alpha, when }) => {
    try {
      return alpha === true && evaluate(String(when), { self }) === true;
    } catch {
      return false;
    }
  });
}

function sizeCells(model: JsonObject): readonly JsonObject[] {
  const { table, fields } = toObject(model.sizes);
  const { size, tier: tierField } = toObject(fields);
  const tiers = toList(toObject(toObject(toObject(model.schema).properties)[String(tierField)]).enum);
  return Object.entries(toObject(table))
    .filter(([tier]) => tiers.length === 0 || tiers.includes(tier))
    .flatMap(([tier, cells]) =>
      Object.entries(toObject(cells)).map(([ratio, pixels]) => {
        const [width, height] = String(pixels).split('x').map(Number);
        const body = { ...baseOf(model), [String(size)]: ratio, [String(tierField)]: tier };
        return { tier, ratio, pixels, width, height, body } as JsonObject;
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
