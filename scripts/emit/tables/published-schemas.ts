import type { Contract, Emitter, JsonObject, ModelSource } from '../../contract/contract.ts';
import { expectObject, mapMembers, toObject } from '../../contract/json.ts';
import { toJson, toScript } from '../banner.ts';
import { listRequests, requestSchemas } from '../code/requests.ts';
import { toAcceptedSchema } from '../documents/accepted-requests.ts';
import { writeForbidden } from '../documents/forbidden-fields.ts';
import { withTextPatterns } from '../documents/free-text.ts';
import { publishedLimits, sizeConditions, toSizeField } from '../documents/size-constraint.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const BASE = 'https://gatewright.dev/schemas/models/';

/**
 * Emits what clients read: `schemas/<model id>.json` with `$id` (limits on sizes, media and tokens, and CEL rules included), and
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

/** The base contract of models without metadata, by operation id; \`model\` is set to the name when it is published. */
export const publishedBaseSchemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = ${JSON.stringify(baseSchemas(contract), null, 2)};
`;
  return [...files, { path: 'published-schemas.ts', text: toScript(text) }];
};

function baseSchemas({ document }: Contract): JsonObject {
  const open = listRequests(document).filter(({ isOpenBranch }) => isOpenBranch);
  return mapMembers(requestSchemas(document, open), (source, name) => {
    const { properties, ...schema } = toAcceptedSchema(withTextPatterns(toObject(source)));
    const { model: _pinned, ...rest } = expectObject(properties, `${name}.properties`);
    return { $schema: DIALECT, ...schema, properties: rest };
  });
}

/** The JSON Schema that clients read. */
export function publishedSchema(model: ModelSource): JsonObject {
  return writeForbidden(parameterContract(model), model.vocabulary['x-forbidden']);
}

/** The same schema for comparisons: a forbidden field is `false`. */
export function parameterContract(model: ModelSource): JsonObject {
  const { vocabulary } = model;
  const requestSchema = toAcceptedSchema(withTextPatterns(withSize(model)));
  const identity = expectObject(vocabulary['x-model'], 'x-model');
  return {
    $schema: DIALECT,
    $id: `${BASE}${model.id}/${String(identity.schema_version)}.json`,
    ...requestSchema,
    ...publishedLimits(vocabulary),
  };
}

function withSize({ vocabulary, requestSchema }: ModelSource): JsonObject {
  const size = toSizeField(vocabulary, requestSchema);
  if (!size) return requestSchema;
  const properties = toObject(requestSchema.properties);
  return {
    ...requestSchema,
    properties: { ...properties, [size.field]: { ...toObject(properties[size.field]), ...size.constraint } },
    ...sizeConditions(vocabulary, requestSchema),
  };
}
