import type { Json, JsonObject } from '../../contract/contract.ts';
import { isObject, resolve, toObject } from '../../contract/json.ts';

/** Whether a branch of a union accepts models without a contract: its `model` is "anything but the known ids". */
export function isOpenBranch(document: JsonObject, branch: Json): boolean {
  const { model } = toObject(toObject(resolve(document, branch)).properties);
  return isObject(model) && model.not !== undefined;
}
