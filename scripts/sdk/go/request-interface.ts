import type { JsonObject } from '../../contract/contract.ts';
import { modelsOf, type SdkOperation } from '../sdk-document.ts';

/** What requests of an operation have in common: a method that names the model of its type when the caller did not. */
export function requestInterface(document: JsonObject, { requests }: SdkOperation, name: string): string {
  const method = name.charAt(0).toLowerCase() + name.slice(1);
  return [
    `// ${name} is one of the requests: one type for each model.`,
    `type ${name} interface{ ${method}() any }`,
    ...requests.map((request) => toMethod(request, method, modelsOf(document, request)[0] ?? '')),
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
