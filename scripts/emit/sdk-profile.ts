import type { Emitter, Json, JsonObject, ModelSource } from '../contract/contract.ts';
import { isObject, omit, stringList, toEntries, toObject } from '../contract/json.ts';
import { toJson } from './banner.ts';
import { dropConditions } from './conditions.ts';
import { toOpenApi30 } from './openapi30.ts';
import { mapSchemas } from './schema-walk.ts';
import { closeUnions } from './sdk-unions.ts';

/**
 * Emits `openapi.sdk.json` (3.1) and `openapi.sdk-3.0.json`: the document in the plain form that SDK generators handle.
 * What a generator cannot express is left out, never made stricter; the service still checks it.
 */
export const emitSdkProfile: Emitter = async ({ document, models }) => {
  const profile = toSdkProfile(document, models);
  return [
    { path: 'openapi.sdk.json', text: toJson('x-generated', profile) },
    {
      path: 'openapi.sdk-3.0.json',
      text: toJson('x-generated', toOpenApi30(profile)),
    },
  ];
};

/** The SDK profile of a bundled document, still OpenAPI 3.1. */
export function toSdkProfile(
  document: JsonObject,
  models: readonly Pick<ModelSource, 'spellings'>[],
): JsonObject {
  const canonical = toCanonicalIds(models);
  const plain = mapSchemas(closeUnions(document), (schema) => toPlainSchema(schema, canonical));
  return { ...plain, paths: mapOperations(toObject(plain.paths), canonical) };
}

/** Each spelling of each model with the id that stands for it, which is the first spelling. */
function toCanonicalIds(models: readonly Pick<ModelSource, 'spellings'>[]): ReadonlyMap<string, string> {
  return new Map(
    models.flatMap(({ spellings }) =>
      spellings.map((spelling) => [spelling, spellings[0] ?? spelling] as const),
    ),
  );
}

function toPlainSchema(schema: JsonObject, canonical: ReadonlyMap<string, string>): Json {
  const { discriminator: _, ...plain } = dropConditions(schema);
  return {
    ...plain,
    ...(isObject(plain.properties) ? { properties: toProperties(plain.properties, canonical) } : {}),
    ...(typeof plain.items === 'boolean' ? { items: {} } : {}),
  };
}

function toProperties(properties: JsonObject, canonical: ReadonlyMap<string, string>): JsonObject {
  const kept = toEntries(properties).filter(([, property]) => property !== false);
  return Object.fromEntries(
    kept.map(([name, property]) => {
      if (property === true) return [name, {}];
      return [
        name,
        name === 'model' && isObject(property) ? toCanonicalModel(property, canonical) : property,
      ];
    }),
  );
}

function toCanonicalModel(property: JsonObject, canonical: ReadonlyMap<string, string>): JsonObject {
  if (property.enum === undefined) return property;
  const ids = stringList(property.enum).map((spelling) => canonical.get(spelling) ?? spelling);
  return { ...property, enum: [...new Set(ids)] };
}

/** Operations without the notes that only this project reads, and with request examples of known models alone. */
function mapOperations(paths: JsonObject, canonical: ReadonlyMap<string, string>): JsonObject {
  const change = (value: Json): Json => {
    if (!isObject(value)) return value;
    const operation = omit(value, ['x-provenance']);
    const body = toObject(operation.requestBody);
    if (!isObject(body.content)) return operation;
    const content = mapMembers(body.content, (media) => toKnownExamples(toObject(media), canonical));
    return { ...operation, requestBody: { ...body, content } };
  };
  return mapMembers(paths, (item) => mapMembers(toObject(item), change));
}

function toKnownExamples(media: JsonObject, canonical: ReadonlyMap<string, string>): JsonObject {
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
