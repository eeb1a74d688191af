import type { Json, JsonObject, ModelSource } from '../../contract.ts';
import { isObject, stringList, toEntries, toList, toObject, toText } from '../../json.ts';
import { evaluateFor } from './evaluate.ts';
import { tryCompileRequest } from './request-validator.ts';

/** The maximum number of requests that are tried for one expression. */
const MOST = 2000;

/** The names of the request fields that an expression reads. */
export function fieldsReadBy(expression: string): readonly string[] {
  const names = expression.replaceAll(/'[^']*'|"[^"]*"/g, '').matchAll(/\bself\.(\w+)/g);
  return [...new Set([...names].map(([, name = '']) => name))];
}

/** The requests of the valid examples, the one with the fewest fields first. */
export function exampleRequests({ id, vocabulary }: ModelSource): readonly JsonObject[] {
  const examples = toList(toObject(vocabulary['x-examples']).valid);
  return examples
    .map((example) => ({ model: id, ...toObject(toObject(example).request) }))
    .sort((left, right) => Object.keys(left).length - Object.keys(right).length);
}

/**
 * Valid requests with the edge values of the fields that an expression reads: minimum, maximum, default, every value of an
 * enum, and without the field.
 */
export function listEdgeRequests(model: ModelSource, expression: string): readonly JsonObject[] {
  const { requestSchema } = model;
  const validate = tryCompileRequest(requestSchema);
  const required = stringList(requestSchema.required);
  let requests = exampleRequests(model).slice(0, 4);
  for (const name of fieldsReadBy(expression)) {
    const property = toObject(requestSchema.properties)[name];
    const values = [...edgesOf(property), ...(required.includes(name) ? [] : [undefined])];
    requests = requests.flatMap((request) => [
      request,
      ...values.map((value) => withField(request, name, value)),
    ]);
    requests = requests.slice(0, MOST);
  }
  return requests.filter((request) => validate?.(request).length === 0 && keepsRules(model, request));
}

function withField(request: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _before, ...rest } = request;
  return value === undefined ? rest : { ...rest, [name]: value };
}

function edgesOf(schema: Json | undefined): readonly Json[] {
  if (!isObject(schema)) return [];
  const { type, enum: values, const: only, default: usual, minimum, maximum, properties } = schema;
  if (only !== undefined) return [only];
  if (Array.isArray(values)) return values;
  if (type === 'boolean') return [true, false];
  if (type === 'object')
    return toEntries(properties).flatMap(([name, member]) =>
      edgesOf(member).map((value) => ({ [name]: value })),
    );
  return [minimum, maximum, usual].filter((value) => value !== undefined);
}

function keepsRules(model: ModelSource, request: JsonObject): boolean {
  return toList(model.vocabulary['x-validations']).every((rule) => {
    const outcome = evaluateFor(model, toText(toObject(rule).rule), request);
    return 'value' in outcome && outcome.value === true;
  });
}
