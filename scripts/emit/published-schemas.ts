import type { Contract, Emitter, Json, JsonObject, ModelSource } from '../contract/contract.ts';
import { expectObject, isObject, stringList } from '../contract/json.ts';
import { toAcceptedSchema } from './accepted-requests.ts';
import { toJson, toScript } from './banner.ts';
import { componentSchema, GENERIC_REQUESTS } from './component-schema.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const BASE = 'https://gatewright.dev/schemas/models/';

/**
 * Emits what clients read: `schemas/<model id>.json` with `$id` (size spellings and CEL rules included), and
 * `published-schemas.ts` with the same schemas for the model list (section 2.2).
 */
export const emitPublishedSchemas: Emitter = async (contract) => {
  const { models } = contract;
  const schemas = models.map((model) => ({ model, schema: publishedSchema(model) }));
  const files = schemas.map(({ model, schema }) => ({
    path: `schemas/${model.id}.json`,
    text: toJson('$comment', schema),
  }));
  const byId = Object.fromEntries(schemas.map(({ model, schema }) => [model.id, schema]));
  const text = `/** The published JSON Schema 2020-12 of each model's request body, by model id. */
export const publishedSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${JSON.stringify(byId, null, 2)};

/** The base contract of a name without metadata, by operation; whoever publishes it pins \`model\` to the name. */
export const publishedBaseSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${JSON.stringify(baseSchemas(contract), null, 2)};
`;
  return [...files, { path: 'published-schemas.ts', text: toScript(text) }];
};

function baseSchemas(contract: Contract): JsonObject {
  const byOperation = Object.entries(GENERIC_REQUESTS).map(([operation, name]) => {
    const { properties, ...schema } = toAcceptedSchema(componentSchema(contract, name));
    const { model: _pinned, ...rest } = expectObject(properties, `${name}.properties`);
    return [operation, { $schema: DIALECT, ...schema, properties: rest }];
  });
  return Object.fromEntries(byOperation);
}

function publishedSchema(model: ModelSource): JsonObject {
  const { vocabulary } = model;
  const requestSchema = toAcceptedSchema({ ...model.requestSchema, properties: withSizeSpellings(model) });
  const rules = Array.isArray(vocabulary['x-validations']) ? vocabulary['x-validations'] : [];
  const published = rules.filter(isObject).map(({ provenance: _provenance, ...rule }) => rule);
  const identity = expectObject(vocabulary['x-model'], 'x-model');
  return {
    $schema: DIALECT,
    $id: `${BASE}${model.id}/${String(identity.schema_version)}.json`,
    ...requestSchema,
    ...(published.length > 0 ? { 'x-validations': published } : {}),
  };
}

/** The size field with its spellings listed, so that a form can offer them: the table is their one source. */
function withSizeSpellings({ vocabulary, requestSchema }: ModelSource): JsonObject {
  const properties = expectObject(requestSchema.properties, 'properties');
  const sizes = vocabulary['x-sizes'];
  const field = isObject(sizes) && isObject(sizes.fields) ? sizes.fields.size : undefined;
  const property = typeof field === 'string' ? properties[field] : undefined;
  if (typeof field !== 'string' || !isObject(sizes) || !isObject(property) || property.enum)
    return properties;
  const spellings = { enum: sizeSpellings(sizes) };
  const pixels = isObject(sizes.pixels) ? pixelPattern(sizes.pixels) : undefined;
  const listed = pixels ? { anyOf: [spellings, { pattern: pixels }] } : spellings;
  return { ...properties, [field]: { ...property, ...listed } };
}

function sizeSpellings(sizes: JsonObject): readonly string[] {
  const forms = stringList(sizes.forms);
  const table = expectObject(sizes.table, 'x-sizes.table');
  const separators = stringList(sizes.ratio_separators ?? [':']);
  const ratios = new Set(Object.values(table).flatMap((row) => (isObject(row) ? Object.keys(row) : [])));
  return [
    ...(forms.includes('auto') ? ['auto'] : []),
    ...(forms.includes('tier') ? Object.keys(table).flatMap(bothCases) : []),
    ...[...ratios].flatMap((ratio) => separators.map((separator) => ratio.replace(':', separator))),
  ];
}

function bothCases(tier: string): readonly string[] {
  return tier === tier.toLowerCase() ? [tier] : [tier, tier.toLowerCase()];
}

function pixelPattern(pixels: JsonObject): string {
  const separators: Json = stringList(pixels.separators).join('');
  return `^[1-9][0-9]*[${separators}][1-9][0-9]*$`;
}
