import { plainEvaluator } from '../language/expressions.ts';
import { tryEvaluate } from '../language/template.ts';
import { type Json, type JsonObject, mapStrings, toList, toObject } from '../suite/json.ts';
import { canServe, plainImage } from './media-limits.ts';

/** The first valid example that the runner can send, without sizes and counts: the cheapest valid request. */
export function baseOf(model: JsonObject): JsonObject {
  return basesOf(model)[0] ?? { model: model.id };
}

/** Every valid example that the runner can send, without sizes and counts. */
function basesOf(model: JsonObject): readonly JsonObject[] {
  const { size, tier } = toObject(toObject(model.sizes).fields);
  return toList(toObject(model.examples).valid)
    .map(toObject)
    .filter((example) => isServed(model, example.request))
    .map((example) => {
      const kept = Object.entries(exampleBody(model, example)).filter(
        ([name]) => ![size, tier, 'n', 'aspect_ratio', 'resolution'].includes(name),
      );
      return Object.fromEntries(kept);
    });
}

/** A prompt that a rule about long ones does not concern. */
const SHORT = 'Boat';

/** A cheap valid request with these fields, for which another example or a short prompt may be needed; undefined if there is none. */
export function bodyWith(model: JsonObject, fields: JsonObject): JsonObject | undefined {
  return [baseOf(model), ...basesOf(model)]
    .flatMap((base) => ('prompt' in base ? [base, { ...base, prompt: SHORT }] : [base]))
    .map((base) => ({ ...base, ...fields }))
    .find((body) => keepsRules(model, body));
}

/** Whether the runner, which has no HTTPS, can serve the images of an example. */
export function isServed(model: JsonObject, request: Json | undefined): boolean {
  const fields = Object.entries(toObject(model.media)).filter(([field]) => field in toObject(request));
  return fields.every(([, limits]) => canServe(toObject(limits)));
}

/** The body of an example, with its placeholder addresses replaced by images of the runner. */
export function exampleBody(model: JsonObject, example: JsonObject): JsonObject {
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
export function keepsRules(model: JsonObject, request: JsonObject): boolean {
  return toList(model.validations).every((validation) => holds(toObject(validation).rule, model, request));
}

/** Whether a CEL expression of a model file is true for a request; false when it cannot be evaluated. */
export function holds(expression: Json | undefined, model: JsonObject, request: JsonObject): boolean {
  return valueFor(expression, model, request) === true;
}

/** The value of a CEL expression of a model file for a request; undefined when it cannot be evaluated. */
export function valueFor(expression: Json | undefined, model: JsonObject, request: JsonObject): unknown {
  const evaluate = plainEvaluator.over({ self: { ...toObject(model.defaults), ...request } });
  return tryEvaluate(evaluate, String(expression));
}

/** Whether a case of the model's media limits asks for an alpha channel with this request. */
function needsAlpha(model: JsonObject, request: JsonObject): boolean {
  const cases = Object.values(toObject(model.media)).flatMap((limits) =>
    toList(toObject(limits).cases).map(toObject),
  );
  return cases.some(({ alpha, when }) => alpha === true && holds(when, model, request));
}

/** The properties of a model's schema, by name. */
export function properties(model: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(toObject(toObject(model.schema).properties)).map(([name, property]) => [
    name,
    toObject(property),
  ]);
}

/** The schema of one property of a model. */
export function propertyOf(model: JsonObject, name: Json | undefined): JsonObject {
  return toObject(toObject(toObject(model.schema).properties)[String(name)]);
}
