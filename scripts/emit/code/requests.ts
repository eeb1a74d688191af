import type { Json, JsonObject } from '../../contract/contract.ts';
import { schemasOf } from '../../contract/documents/parts.ts';
import {
  expectObject,
  isObject,
  mapObjects,
  resolve,
  toList,
  toObject,
  toText,
} from '../../contract/json.ts';
import { readOperations } from './operation-model.ts';

/** The component that describes the request body of an operation, for models without a contract of their own. */
export interface RequestComponent {
  readonly operationId: string;
  readonly component: string;
  /** Whether the models of the contract have schemas of their own there. */
  readonly isOpenBranch: boolean;
}

/** Whether a branch of a union accepts models without a contract: its `model` is "anything but the known ids". */
export function isOpenBranch(document: JsonObject, branch: Json): boolean {
  const { model } = toObject(toObject(resolve(document, branch)).properties);
  return isObject(model) && model.not !== undefined;
}

/** The request bodies of a document; for a union of models, its open branch. */
export function listRequests(document: JsonObject): readonly RequestComponent[] {
  return readOperations(document).flatMap(({ operationId, body }) => {
    const [content] = body?.contents ?? [];
    if (!content) return [];
    const branches = toList(toObject(resolve(document, content.schema)).oneOf);
    const open = branches.find((branch) => isOpenBranch(document, branch));
    const component = toText(toObject(open ?? content.schema).$ref).replace('#/components/schemas/', '');
    return [{ operationId, component, isOpenBranch: open !== undefined }];
  });
}

/** The schemas of these request bodies by operation id, each standalone: local references inlined. */
export function requestSchemas(
  document: JsonObject,
  requests: readonly RequestComponent[] = listRequests(document),
): Readonly<Record<string, JsonObject>> {
  const inline = (schema: JsonObject): JsonObject => toObject(resolve(document, schema));
  const schemas = schemasOf(document);
  return Object.fromEntries(
    requests.map(({ operationId, component }) => {
      const schema = expectObject(schemas[component], component);
      return [operationId, toObject(mapObjects(schema, inline))];
    }),
  );
}
