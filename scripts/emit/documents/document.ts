import type {
  Contract,
  Emitter,
  GeneratedFile,
  Json,
  JsonObject,
  ModelSource,
} from '../../contract/contract.ts';
import { mapOperations, schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import { mapMembers, omit, resolve, stringList, toList, toObject, toText } from '../../contract/json.ts';
import { toJson, toYaml } from '../banner.ts';
import { listRequests } from '../code/requests.ts';
import { toAcceptedDocument } from './accepted-requests.ts';
import { writeForbidden } from './forbidden-fields.ts';
import { withTextPattern, withTextPatterns } from './free-text.ts';
import { toOpenApi32 } from './openapi32.ts';
import { mapSchemas } from './schema-walk.ts';
import { publishedLimits, sizeConditions, toSizeField } from './size-constraint.ts';
import { withToolConditions } from './tool-conditions.ts';
import { toYamlText } from './yaml-text.ts';

/** Emits the bundled document in OpenAPI 3.1 and 3.2, each as JSON and as YAML. */
export const emitDocument: Emitter = async (contract) => {
  const published = publish(contract);
  return [...toFiles('openapi', published), ...toFiles('openapi-3.2', toOpenApi32(published))];
};

/** Emits the bundled document in OpenAPI 3.1 alone. */
export const emitDocument31: Emitter = async (contract) => toFiles('openapi', publish(contract));

function publish({ document, models }: Contract): JsonObject {
  const accepted = toAcceptedDocument(
    withToolConditions(withTexts(withSizes(document, models), models), models),
  );
  return writeOutCallbacks(mapSchemas(withForbidden(accepted, models), nameRequired));
}

function toFiles(name: string, document: JsonObject): readonly GeneratedFile[] {
  return [
    { path: `${name}.json`, text: toJson('x-generated', document) },
    { path: `${name}.yaml`, text: toYaml(toYamlText(document)) },
  ];
}

/** The document with the sizes of its models: the same constraint as in the schema files, and the geometry behind it. */
function withSizes(document: JsonObject, models: readonly ModelSource[]): JsonObject {
  const schemas = { ...schemasOf(document) };
  for (const { title, vocabulary, requestSchema } of models) {
    const model = toObject(schemas[title]);
    schemas[title] = {
      ...model,
      ...publishedLimits(vocabulary),
      ...sizeConditions(vocabulary, requestSchema),
    };
    const size = toSizeField(vocabulary, requestSchema);
    if (!size) continue;
    const properties = toObject(model.properties);
    const property = toObject(properties[size.field]);
    // A family shares its size field: the constraint goes where the reference leads.
    const shared = toText(property.$ref).split('/').at(-1) ?? '';
    if (shared !== '') schemas[shared] = { ...toObject(schemas[shared]), ...size.constraint };
    else
      schemas[title] = {
        ...toObject(schemas[title]),
        properties: { ...properties, [size.field]: { ...property, ...size.constraint } },
      };
  }
  return withSchemas(document, schemas);
}

/** The document with the pattern of free texts where the requests of its models, or what they refer to, have such a text. */
function withTexts(document: JsonObject, models: readonly ModelSource[]): JsonObject {
  const open = listRequests(document).filter(({ isOpenBranch }) => isOpenBranch);
  const requests = [...models.map(({ title }) => title), ...open.map(({ component }) => component)];
  const schemas = { ...schemasOf(document) };
  for (const title of requests) {
    const request = withTextPatterns(toObject(schemas[title]));
    schemas[title] = request;
    for (const property of Object.values(toObject(request.properties))) {
      const shared = toText(toObject(property).$ref).split('/').at(-1) ?? '';
      if (shared !== '') schemas[shared] = withTextPattern(toObject(schemas[shared]));
    }
  }
  return withSchemas(document, schemas);
}

/** The document with the forbidden fields of its models as in the schema files: some viewers show nothing of a request with a `false`. */
function withForbidden(document: JsonObject, models: readonly ModelSource[]): JsonObject {
  const schemas = { ...schemasOf(document) };
  for (const { title, vocabulary } of models)
    schemas[title] = writeForbidden(toObject(schemas[title]), vocabulary['x-forbidden']);
  return withSchemas(document, schemas);
}

/**
 * The document with the callbacks of an operation and their parameters written out: several viewers show nothing of a callback
 * behind a reference, and some parsers take two references among its parameters for duplicates.
 */
function writeOutCallbacks(document: JsonObject): JsonObject {
  const paths = mapOperations(document.paths, ({ callbacks, ...operation }) => {
    if (callbacks === undefined) return operation;
    const operationId = `${toText(operation.operationId)}Callback`;
    const written = mapMembers(callbacks, (callback) =>
      mapOperations(resolve(document, callback), (received) => ({
        ...received,
        operationId,
        parameters: toList(received.parameters).map((parameter) => resolve(document, parameter) ?? null),
      })),
    );
    return { ...operation, callbacks: written };
  });
  return { ...document, paths, components: omit(toObject(document.components), ['callbacks']) };
}

/** A branch that only requires a member also names it: linters look for the name in the same schema. Accepts the same values. */
function nameRequired(schema: JsonObject): Json {
  const properties = toObject(schema.properties);
  const missing = stringList(schema.required).filter((name) => properties[name] === undefined);
  if (missing.length === 0) return schema;
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(missing.map((name) => [name, {}])) },
  };
}
