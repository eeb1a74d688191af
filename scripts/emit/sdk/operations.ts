import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, omit, toEntries, toObject } from '../../contract/json.ts';
import type { CanonicalIds } from './schemas.ts';

const JSON_MEDIA = 'application/json';

/**
 * The paths of the profile: without callbacks, with JSON before streams
 * (generators type an answer by the first media type), and with request examples of known models alone.
 */
export function toPlainPaths(paths: JsonObject, canonical: CanonicalIds): JsonObject {
  return mapMembers(paths, (item) =>
    mapMembers(toObject(item), (value) => toPlainOperation(value, canonical)),
  );
}

function toPlainOperation(value: Json, canonical: CanonicalIds): Json {
  if (!isObject(value)) return value;
  const operation = omit(value, ['callbacks']);
  const { requestBody, responses } = operation;
  return {
    ...operation,
    ...(isObject(requestBody) ? { requestBody: toKnownBody(requestBody, canonical) } : {}),
    ...(isObject(responses) ? { responses: mapMembers(responses, toJsonFirst) } : {}),
  };
}

function toJsonFirst(response: Json): Json {
  if (!isObject(response) || !isObject(response.content)) return response;
  const { [JSON_MEDIA]: json, ...others } = response.content;
  if (json === undefined) return response;
  return { ...response, content: { [JSON_MEDIA]: json, ...others } };
}

function toKnownBody(body: JsonObject, canonical: CanonicalIds): JsonObject {
  if (!isObject(body.content)) return body;
  return {
    ...body,
    content: mapMembers(body.content, (media) => toKnownExamples(toObject(media), canonical)),
  };
}

function toKnownExamples(media: JsonObject, canonical: CanonicalIds): JsonObject {
  if (!isObject(media.examples)) return media;
  const examples = toEntries(media.examples).flatMap(([name, example]): readonly [string, Json][] => {
    const { value, ...rest } = toObject(example);
    const { model } = toObject(value);
    if (typeof model !== 'string') return [[name, example]];
    const id = canonical.get(model);
    return id === undefined ? [] : [[name, { ...rest, value: { ...toObject(value), model: id } }]];
  });
  return { ...media, examples: Object.fromEntries(examples) };
}

function mapMembers(object: JsonObject, change: (value: Json) => Json): JsonObject {
  return Object.fromEntries(toEntries(object).map(([name, value]) => [name, change(value)]));
}
