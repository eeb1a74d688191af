import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { isObject, omit, stringList, toEntries, toObject } from '../../json.ts';
import { exampleRequests } from './edge-requests.ts';
import { tryCompileRequest } from './request-validator.ts';

/**
 * Small requests: the required fields only, then with each optional field in its smallest form, then the valid examples, as they
 * are and without each optional field. An expression that reads a field without guarding it with `has()` fails on one of them.
 * Those that are valid come first.
 */
export function listSampleRequests(model: ModelSource): readonly JsonObject[] {
  const { id, requestSchema } = model;
  const minimal: JsonObject = { ...smallestObject(requestSchema), model: id };
  const optional = toEntries(requestSchema.properties).filter(
    ([name, property]) => property !== false && !Object.hasOwn(minimal, name),
  );
  const smallestOnes = optional.map(([name, property]) => ({ ...minimal, [name]: smallest(property) }));
  const required = Object.keys(minimal);
  const examples = exampleRequests(model).flatMap((example) => [
    ...Object.keys(example).flatMap((name) => (required.includes(name) ? [] : [omit(example, [name])])),
    example,
  ]);
  const all = [minimal, ...smallestOnes, ...examples];
  const validate = tryCompileRequest(requestSchema);
  const isValid = (request: JsonObject) => validate?.(request).length === 0;
  return [...all.filter(isValid), ...all.filter((request) => !isValid(request))];
}

function smallestObject(schema: JsonObject): JsonObject {
  const properties = toObject(schema.properties);
  return Object.fromEntries(stringList(schema.required).map((name) => [name, smallest(properties[name])]));
}

function smallest(schema: Json | undefined): Json {
  if (!isObject(schema)) return '';
  const { enum: values, oneOf: branches } = schema;
  if (Array.isArray(values) && values[0] !== undefined) return values[0];
  switch (schema.type) {
    case 'object':
      return smallestObject(schema);
    case 'array':
      return Array.from({ length: toNumber(schema.minItems, 0) }, () => smallest(schema.items));
    case 'integer':
    case 'number':
      return toNumber(schema.minimum, 1);
    case 'boolean':
      return true;
    case 'string':
      return 'a'.repeat(toNumber(schema.minLength, 0));
    default:
      return Array.isArray(branches) ? smallest(branches[0]) : '';
  }
}

function toNumber(value: Json | undefined, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
