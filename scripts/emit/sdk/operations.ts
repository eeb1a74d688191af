import type { Json, JsonObject } from '../../contract/contract.ts';
import {
  filterMembers,
  isObject,
  mapMembers,
  omit,
  toEntries,
  toList,
  toObject,
} from '../../contract/json.ts';
import { isReachedByLink } from '../code/operation-model.ts';
import type { CanonicalIds } from './schemas.ts';

const JSON_MEDIA = 'application/json';

/**
 * The paths of the profile: without callbacks, with JSON before streams
 * (generators type an answer by the first media type), and with request examples of known models alone.
 */
export function toPlainPaths(paths: JsonObject, canonical: CanonicalIds): JsonObject {
  return mapMembers(paths, (item) => mapMembers(item, (value) => toPlainOperation(value, canonical)));
}

/** The paths without the operations that clients reach by a link: a generated call would rebuild the address. */
export function dropLinked(paths: JsonObject): JsonObject {
  return filterMembers(paths, (_, item) => !Object.values(toObject(item)).some(isReachedByLink));
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
  return { ...response, content: { [JSON_MEDIA]: json, ...mapMembers(others, toText) } };
}

/** Anything but JSON is a string to a generator: it gets no event type, which some would use for the whole response. */
function toText(media: Json): Json {
  const { schema, ...rest } = toObject(media);
  const text = toList(toObject(schema).anyOf).find((branch) => toObject(branch).type === 'string');
  return text === undefined ? media : { schema: text, ...rest };
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
