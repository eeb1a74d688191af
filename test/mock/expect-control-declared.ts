import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: object; readonly $ref?: string }>>;
}

/** The document of the control plane, read as any other program would read it. */
export const controlDocument: Document = JSON.parse(
  readFileSync(new URL('../../generated/mock-openapi.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(controlDocument, 'control');
const validators = new Map<string, ValidateFunction>();

/** Throws unless the document declares the status of an answer and its body fits. Unknown paths and methods are excused. */
export function expectControlDeclared(
  method: string,
  target: string,
  { status, headers, text }: { readonly status: number; readonly headers: Headers; readonly text: string },
): void {
  const [path = ''] = target.split('?');
  const entry = Object.entries(controlDocument.paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const verb = method.toLowerCase();
  const operation = entry?.[1][verb];
  if (!entry || !operation) return;
  const response = operation.responses[String(status)];
  if (!response) throw new Error(`${method} ${target} answers ${status}, which is not declared: ${text}`);
  if (status === 204) {
    if (text !== '') throw new Error(`${method} ${target} answers 204 with a body`);
    return;
  }
  const type = headers.get('content-type') ?? '';
  const declared = Object.keys(response.content ?? {});
  if (type.startsWith('text/html') && declared.includes('text/html')) return;
  const template = encodeURIComponent(entry[0].replaceAll('/', '~1'));
  const base = response.$ref ?? `#/paths/${template}/${verb}/responses/${status}`;
  const pointer = `control${base}/content/application~1json/schema`;
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: pointer });
  validators.set(pointer, validate);
  if (validate(JSON.parse(text))) return;
  throw new Error(`${method} ${target}: ${ajv.errorsText(validate.errors)}\n${text}`);
}
