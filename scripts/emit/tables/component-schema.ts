import type { Contract, JsonObject } from '../../contract/contract.ts';
import { expectObject, mapObjects } from '../../contract/json.ts';

/** Components that describe a request for a model outside the contract, by the operation they are for. */
export const GENERIC_REQUESTS = {
  image_generation: 'GenericImageRequest',
  video_generation: 'GenericVideoRequest',
  chat_completion: 'GenericChatRequest',
} as const;

/** A component of the document as a standalone schema, local references inlined. */
export function componentSchema(contract: Contract, name: string): JsonObject {
  const components = expectObject(contract.document.components, 'components');
  const schemas = expectObject(components.schemas, 'components.schemas');
  const inline = (schema: JsonObject): JsonObject => {
    if (typeof schema.$ref !== 'string') return schema;
    const target = schema.$ref.replace('#/components/schemas/', '');
    return inline(expectObject(schemas[target], schema.$ref));
  };
  return expectObject(mapObjects(expectObject(schemas[name], name), inline), name);
}
