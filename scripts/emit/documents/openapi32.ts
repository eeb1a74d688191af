import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, mapMembers, omit, toList, toObject, toText } from '../../contract/json.ts';

const STREAM = 'text/event-stream';
/** The data of the last event of a chat stream, which is not JSON. */
const END = '[DONE]';

/**
 * An OpenAPI 3.1 document as 3.2: the version, and the streams, which 3.2 describes event by event. Their `schema` becomes
 * an `itemSchema`; everything else is unchanged.
 */
export function toOpenApi32(document: JsonObject): JsonObject {
  return { ...toObject(mapStreams(document)), openapi: '3.2.0' };
}

function mapStreams(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => mapStreams(item));
  if (!isObject(value)) return value;
  return mapMembers(value, (member, name) =>
    name === STREAM ? toSequence(toObject(member)) : mapStreams(member),
  );
}

function toSequence(media: JsonObject): JsonObject {
  const schema = toObject(media.schema);
  const items = toList(schema.anyOf).filter((branch) => toText(toObject(branch).$ref) !== '');
  const [only] = items;
  if (only === undefined) throw new Error(`A ${STREAM} does not refer to the type of its events.`);
  const ends = JSON.stringify(media.examples ?? null).includes(`data: ${END}`);
  const item = items.length === 1 ? only : { anyOf: items };
  return { itemSchema: toEventSchema(schema, { item, ends }), ...omit(media, ['schema']) };
}

/** One event as 3.2 models it: an object whose fields are strings; the data contains JSON, or says that the stream ends. */
function toEventSchema(
  { description }: JsonObject,
  { item, ends }: { readonly item: Json; readonly ends: boolean },
): JsonObject {
  const [meaning] = toText(description).split(' Before OpenAPI 3.2');
  const content = { contentMediaType: 'application/json', contentSchema: item };
  return {
    type: 'object',
    ...(meaning === '' ? {} : { description: meaning }),
    required: ['data'],
    properties: {
      event: { type: 'string', description: 'Name of the event, where the stream names its events.' },
      data: { type: 'string', ...(ends ? { anyOf: [{ const: END }, content] } : content) },
    },
  };
}
