import type { Json, JsonObject } from '../../contract/contract.ts';
import { mapOperations, schemasOf, withSchemas } from '../../contract/documents/parts.ts';
import { mapMembers, resolve, stringList, toEntries, toList, toObject, toText } from '../../contract/json.ts';
import { SCHEMA_PREFIX } from '../documents/references.ts';

const MEDIA = 'application/json';

/**
 * The document with one type for all errors of an operation, and with the unions among those types as one object
 * each: several generators support only one error type per operation, and none distinguishes error formats by their
 * content.
 */
export function unifyErrors(document: JsonObject): JsonObject {
  const used = new Set<string>();
  const paths = mapOperations(document.paths, (operation) => {
    const union = findUnion(document, operation);
    if (union === undefined) return operation;
    used.add(union);
    return { ...operation, responses: toOneType(document, operation, union) };
  });
  const schemas = mapMembers(schemasOf(document), (schema, name) =>
    used.has(`${SCHEMA_PREFIX}${name}`) ? mergeBranches(document, toObject(schema)) : schema,
  );
  return withSchemas({ ...document, paths }, schemas);
}

/** The union that holds all error types of an operation; undefined when it has one type anyway. */
function findUnion(document: JsonObject, operation: JsonObject): string | undefined {
  const types = toEntries(operation.responses).flatMap(([status, response]) =>
    isError(status) ? [toText(readSchema(document, response).$ref)] : [],
  );
  if (new Set(types).size < 2) return undefined;
  const union = types.find((type) => toObject(resolve(document, { $ref: type })).oneOf !== undefined);
  if (union !== undefined) return union;
  throw new Error(`The errors of ${toText(operation.operationId)} have several types: name a union of them.`);
}

function toOneType(document: JsonObject, operation: JsonObject, union: string): JsonObject {
  return mapMembers(operation.responses, (response, status) => {
    if (!isError(status) || readSchema(document, response).$ref === union) return response;
    const { content, ...rest } = toObject(resolve(document, response));
    return {
      ...rest,
      content: mapMembers(content, (media) => ({ ...toObject(media), schema: { $ref: union } })),
    };
  });
}

function mergeBranches(document: JsonObject, { oneOf, ...union }: JsonObject): JsonObject {
  const branches = toList(oneOf).map((branch) => toObject(resolve(document, branch)));
  const required = branches
    .map((branch) => stringList(branch.required))
    .reduce((common, names) => common.filter((name) => names.includes(name)));
  const properties = Object.assign({}, ...branches.map((branch) => branch.properties)) as JsonObject;
  return { ...union, type: 'object', ...(required.length > 0 ? { required } : {}), properties };
}

function readSchema(document: JsonObject, response: Json): JsonObject {
  const { content } = toObject(resolve(document, response));
  return toObject(toObject(toObject(content)[MEDIA]).schema);
}

function isError(status: string): boolean {
  return !status.startsWith('2');
}
