import type { Emitter, Json, JsonObject, ModelSource } from '../contract/contract.ts';
import { isObject, stringList } from '../contract/json.ts';
import { toJson } from './banner.ts';
import { dropConditions } from './conditions.ts';
import { omit, resolve, toEntries, toList, toObject, toText } from './json.ts';
import { isOpenBranch } from './open-branch.ts';
import { toOpenApi30 } from './openapi30.ts';
import { mapSchemas } from './schema-walk.ts';

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
  const closed = mapSchemas(document, (schema) => closeUnion(document, schema));
  const plain = mapSchemas(dropUnused(closed, toDropped(document)), (schema) =>
    toPlainSchema(schema, canonical),
  );
  return { ...plain, paths: mapOperations(toObject(plain.paths)) };
}

/** Each spelling of each model with the id that stands for it, which is the first spelling. */
function toCanonicalIds(models: readonly Pick<ModelSource, 'spellings'>[]): ReadonlyMap<string, string> {
  return new Map(
    models.flatMap(({ spellings }) =>
      spellings.map((spelling) => [spelling, spellings[0] ?? spelling] as const),
    ),
  );
}

/** Leaves out the branch for unknown models; a union of one branch that is left takes the content of that branch. */
function closeUnion(document: JsonObject, schema: JsonObject): JsonObject {
  const branches = toList(schema.oneOf);
  const known = branches.filter((branch) => !isOpenBranch(document, branch));
  const [only] = known;
  if (only === undefined || known.length === branches.length) return schema;
  if (known.length > 1) return { ...schema, oneOf: known };
  return { ...toObject(resolve(document, only)), ...omit(schema, ['oneOf']) };
}

/** The components that only open unions referred to: their branches. */
function toDropped(document: JsonObject): readonly string[] {
  const schemas = toEntries(toObject(document.components).schemas);
  return schemas.flatMap(([, schema]) => {
    const branches = toList(toObject(schema).oneOf);
    if (!branches.some((branch) => isOpenBranch(document, branch))) return [];
    return branches.map((branch) => toText(toObject(branch).$ref).replace('#/components/schemas/', ''));
  });
}

function dropUnused(document: JsonObject, names: readonly string[]): JsonObject {
  const text = JSON.stringify(document);
  const unused = names.filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  const components = toObject(document.components);
  return {
    ...document,
    components: {
      ...components,
      schemas: omit(toObject(components.schemas), unused),
    },
  };
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

/** Operations without the notes that only this project reads. */
function mapOperations(paths: JsonObject): JsonObject {
  const strip = (value: Json): Json => (isObject(value) ? omit(value, ['x-provenance']) : value);
  return Object.fromEntries(
    toEntries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(toEntries(item).map(([method, operation]) => [method, strip(operation)])),
    ]),
  );
}
