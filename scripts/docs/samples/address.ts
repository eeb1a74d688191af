import type { Json, JsonObject } from '../../contract/contract.ts';
import { listOperations } from '../../contract/documents/parts.ts';
import { toList, toObject, toText } from '../../contract/json.ts';
import type { SampleCall } from '../../sdk/sample.ts';
import { findSdkOperation } from '../../sdk/sdk-document.ts';

/** What the address of a call depends on. */
export type AddressedCall = Pick<SampleCall, 'operation' | 'model' | 'taskId'>;

/** The path of a call with its parameters, and those of the query that must be there. */
export function addressOf(call: AddressedCall, document: JsonObject): string {
  const { operation, model, taskId } = call;
  const { path } = findSdkOperation(document, operation);
  const values: Readonly<Record<string, string>> = { model, task_id: taskId };
  const described = listOperations(document).find(({ operationId }) => operationId === operation);
  const query = toList(toObject(described).parameters)
    .map((parameter) => resolveParameter(parameter, document))
    .filter((parameter) => parameter.in === 'query' && parameter.required === true)
    .map(({ name }) => `${name}=${values[String(name)]}`);
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  return [filled, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
}

/** A parameter, or the shared one that it refers to. */
function resolveParameter(parameter: Json, { components }: JsonObject): JsonObject {
  const name = toText(toObject(parameter).$ref).split('/').at(-1) ?? '';
  return toObject(name === '' ? parameter : toObject(toObject(components).parameters)[name]);
}
