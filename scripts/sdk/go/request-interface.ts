import type { JsonObject } from '../../contract/contract.ts';
import { schemasOf } from '../../contract/documents/parts.ts';
import { stringList, toObject } from '../../contract/json.ts';
import type { SdkOperation } from '../sdk-document.ts';

/** What requests of an operation have in common: a method that names the model of its type when the caller did not. */
export function requestInterface(document: JsonObject, { requests }: SdkOperation, name: string): string {
  const method = name.charAt(0).toLowerCase() + name.slice(1);
  return [
    `// ${name} is one of the requests: one type for each model.`,
    `type ${name} interface{ ${method}() any }`,
    ...requests.map((request) => toMethod(request, method, modelOf(document, request))),
    '',
  ].join('\n');
}

function toMethod(request: string, method: string, model: string): string {
  return `
func (r ${request}) ${method}() any {
	r.Model = cmp.Or(r.Model, ${JSON.stringify(model)})
	return r
}`;
}

function modelOf(document: JsonObject, request: string): string {
  const { model } = toObject(toObject(schemasOf(document)[request]).properties);
  return stringList(toObject(model).enum)[0] ?? '';
}
