import type { Json, JsonObject } from '../contract/contract.ts';
import { isObject, resolve, toObject } from '../contract/json.ts';

/** Whether a branch of a union admits models that the contract does not know: its `model` is "anything but the known ids". */
export function isOpenBranch(document: JsonObject, branch: Json): boolean {
  const { model } = toObject(toObject(resolve(document, branch)).properties);
  return isObject(model) && model.not !== undefined;
}
