import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findHeaderFault } from '../support/expect-headers.ts';

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** By status. */
  readonly 'x-responses-of-any-path': Readonly<Record<string, Response>>;
}

interface Response {
  readonly content?: object;
  readonly $ref?: string;
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

/** The document of the control plane, read as any other program would read it. */
export const controlDocument: Document = JSON.parse(
  readFileSync(new URL('../../generated/mock-openapi.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(controlDocument, 'control');
const validators = new Map<string, ValidateFunction>();

/** Throws unless the document declares the status of an answer, its headers, and a schema that its body fits. */
export function expectControlDeclared(
  method: string,
  target: string,
  { status, headers, text }: { readonly status: number; readonly headers: Headers; readonly text: string },
): void {
  const path = (target.split('?')[0] ?? '').replace(/^\/__mock\/$/, '/__mock');
  const entry = Object.entries(controlDocument.paths).find(([template]) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  const verb = method.toLowerCase();
  const operation = entry?.[1][verb];
  const ofAny = controlDocument['x-responses-of-any-path'][String(status)];
  const response = operation ? operation.responses[String(status)] : ofAny;
  if (!response) throw new Error(`${method} ${target} answers ${status}, which is not declared: ${text}`);
  const fault = findHeaderFault(controlDocument, response, { headers });
  if (fault !== undefined) throw new Error(`${method} ${target}: the answer ${status} ${fault}`);
  if (!entry || !operation) return;
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
