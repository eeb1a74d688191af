import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, omit, toEntries, toObject } from '../contract/json.ts';

const STREAM = 'text/event-stream';

/**
 * An OpenAPI 3.1 document as 3.2: the version, and the streams, which 3.2 describes event by event. Their `schema` becomes
 * an `itemSchema`, and the bytes of their examples a `serializedValue`; everything else stays.
 */
export function toOpenApi32(document: JsonObject): JsonObject {
  return { ...toObject(mapStreams(document)), openapi: '3.2.0' };
}

function mapStreams(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => mapStreams(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    toEntries(value).map(([name, member]) => [
      name,
      name === STREAM ? toSequence(toObject(member)) : mapStreams(member),
    ]),
  );
}

function toSequence(media: JsonObject): JsonObject {
  const schema = toObject(media.schema);
  const { items } = toObject(schema.contentSchema);
  if (items === undefined)
    throw new Error(`A ${STREAM} does not say with contentSchema.items what its events hold.`);
  const examples = toEntries(media.examples).map(([name, example]) => {
    const { value, ...rest } = toObject(example);
    return [name, { ...rest, serializedValue: value }] as const;
  });
  return {
    ...omit(media, ['schema', 'examples']),
    itemSchema: toEventSchema(schema, items),
    ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
  };
}

/** One event as 3.2 models it: an object of its fields, which are strings; the data holds JSON. */
function toEventSchema({ description }: JsonObject, item: Json): JsonObject {
  return {
    type: 'object',
    ...(description === undefined ? {} : { description }),
    required: ['data'],
    properties: {
      event: { type: 'string', description: 'Name of the event, where the stream names its events.' },
      data: { type: 'string', contentMediaType: 'application/json', contentSchema: item },
    },
  };
}
