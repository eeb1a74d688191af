import type { Contract, Json, JsonObject } from '../contract/contract.ts';
import { listOperations, schemasOf, withSchemas } from '../contract/documents/parts.ts';
import { isObject, mapMembers, omit, stringList, toEntries, toObject, toText } from '../contract/json.ts';
import { SCHEMA_PREFIX } from '../emit/documents/references.ts';
import { toSdkProfile } from '../emit/sdk/profile.ts';
import { SdkError } from './sdk-error.ts';

const STREAM = 'text/event-stream';
const JSON_TYPE = 'application/json';

/**
 * What our SDKs are generated from: the SDK profile with the types of stream events, and without the member `stream`, which the
 * method that is called decides.
 */
export function toSdkDocument({ document, models }: Contract): JsonObject {
  const profile = toSdkProfile(document, models, listStreams(document));
  const streaming = new Set(listOperations(document).filter(isStreaming).map(requestName));
  const schemas = mapMembers(schemasOf(profile), (schema, name) =>
    streaming.has(name) ? withoutStream(toObject(schema)) : schema,
  );
  return withSchemas(profile, withoutReordering(schemas));
}

/** Characters that show text in another order than it has: compilers refuse them in comments. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

function withoutReordering(schemas: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schemas), (name, value: unknown) =>
    name === 'description' && typeof value === 'string' ? value.replaceAll(REORDERING, '') : value,
  );
}

/** The operations that submit a task; the type of their requests depends on the model. */
export const SUBMISSIONS: readonly string[] = ['createImage', 'createVideo'];

/** An operation as an SDK calls it. */
export interface SdkOperation {
  readonly id: string;
  readonly path: string;
  /** The schemas of its request: one for each model, or one for all. */
  readonly requests: readonly string[];
}

/** The operations of an SDK document. */
export function listSdkOperations(document: JsonObject): readonly SdkOperation[] {
  return toEntries(document.paths).flatMap(([path, item]) =>
    toEntries(item)
      .map(([, operation]) => toObject(operation))
      .filter(({ operationId }) => operationId !== undefined)
      .map((operation) => ({
        id: toText(operation.operationId),
        path,
        requests: requestsOf(document, requestName(operation)),
      })),
  );
}

/** An operation of an SDK document. Throws when there is none. */
export function findSdkOperation(document: JsonObject, id: string): SdkOperation {
  const operation = listSdkOperations(document).find((one) => one.id === id);
  if (!operation) throw new SdkError(`The contract has no operation ${id}.`);
  return operation;
}

/** The schema of a request by its model, or the one of all models. It is undefined for an operation without a body. */
export function requestTypeOf(document: JsonObject, id: string, { model }: JsonObject): string | undefined {
  const requests = listSdkOperations(document).find((one) => one.id === id)?.requests ?? [];
  return requests.find((name) => modelsOf(document, name).some((one) => one === model)) ?? requests[0];
}

/** The ids of the models of a request; none when it is for all models. */
export function modelsOf(document: JsonObject, request: string): readonly string[] {
  const { model } = toObject(toObject(schemasOf(document)[request]).properties);
  return stringList(toObject(model).enum);
}

function requestsOf(document: JsonObject, name: string): readonly string[] {
  if (name === '') return [];
  const { oneOf } = toObject(schemasOf(document)[name]);
  return Array.isArray(oneOf) ? oneOf.map(schemaNameOf) : [name];
}

function listStreams(document: JsonObject): readonly JsonObject[] {
  return listOperations(document).flatMap((operation) =>
    toEntries(operation.responses).map(([, response]) => toObject(contentOf(response)[STREAM])),
  );
}

function isStreaming(operation: JsonObject): boolean {
  return listStreams({ paths: { path: { operation } } }).some((media) => media.schema !== undefined);
}

function requestName({ requestBody }: JsonObject): string {
  return schemaNameOf(toObject(contentOf(requestBody)[JSON_TYPE]).schema);
}

function contentOf(value: Json | undefined): JsonObject {
  return toObject(toObject(value).content);
}

/** The name in a reference to a schema; empty for anything else. */
export function schemaNameOf(schema: Json | undefined): string {
  const reference = isObject(schema) ? toText(schema.$ref) : '';
  return reference.startsWith(SCHEMA_PREFIX) ? reference.slice(SCHEMA_PREFIX.length) : '';
}

function withoutStream(schema: JsonObject): JsonObject {
  return { ...schema, properties: omit(toObject(schema.properties), ['stream']) };
}
