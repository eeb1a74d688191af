import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { findHeaderFault } from './expect-headers.ts';

/** A response together with its request. */
export interface Exchanged {
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Operation {
  readonly responses: Readonly<Record<string, object>>;
}

interface PathEntry {
  readonly template: string;
  readonly pattern: RegExp;
  readonly methods: Readonly<Record<string, Operation>>;
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** By status. */
  readonly 'x-responses-of-any-path': Readonly<Record<string, object>>;
}

/** The generated document, read as any other program would read it. */
export const openapi: OpenApi = JSON.parse(
  readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'),
);

const ENVELOPE = 'contract#/components/schemas/ErrorEnvelope';
const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats.default(ajv);
ajv.addSchema(openapi, 'contract');
const validators = new Map<string, ValidateFunction>();
const entries: readonly PathEntry[] = Object.entries(openapi.paths).map(([template, methods]) => ({
  template,
  methods,
  pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`),
}));

/** Throws unless the document declares the status of this answer and its body fits the declared schema. */
export function expectDeclared(exchanged: Exchanged): void {
  const { method, target, status, headers } = exchanged;
  if (!headers.get('x-request-id')) printError(exchanged, 'has no x-request-id');
  if (!headers.get('access-control-allow-origin')) printError(exchanged, 'cannot be read by a page');
  const hidden = hiddenHeaders(headers);
  if (hidden.length > 0) printError(exchanged, `hides ${hidden.join(', ')} from a page`);
  const [path = ''] = target.split('?');
  const entry = entries.find(({ pattern }) => pattern.test(path));
  const operation = entry?.methods[method === 'HEAD' ? 'get' : method.toLowerCase()];
  if (!entry || !operation) {
    const answer = openapi['x-responses-of-any-path'][String(status)];
    if (!answer) printError(exchanged, 'has a status no undeclared path may have');
    checkHeaders(exchanged, answer);
    if (status !== 204) checkBody(exchanged, ENVELOPE);
    return;
  }
  const declared = operation.responses[String(status)];
  if (!declared) printError(exchanged, `has a status that ${entry.template} does not declare`);
  checkHeaders(exchanged, declared);
  const { content } = declared as { readonly content?: object };
  if (!content && !('$ref' in declared)) checkEmpty(exchanged);
  else if (isPlain(headers)) checkBody(exchanged, schemaPointer(entry, exchanged));
  else if (!Object.keys(content ?? {}).includes(headers.get('content-type') ?? ''))
    printError(exchanged, `is ${headers.get('content-type')}, which is not declared`);
}

/** Read by every page (Fetch, "CORS-safelisted response-header name"), or meant for the browser or the connection. */
const WITHOUT_ASKING =
  /^(cache-control|connection|content-(language|length|type)|date|expires|keep-alive|last-modified|pragma|transfer-encoding|access-control-.*)$/;

function hiddenHeaders(headers: Headers): readonly string[] {
  const exposed = (headers.get('access-control-expose-headers') ?? '').split(', ');
  return [...headers.keys()].filter((name) => !exposed.includes(name) && !WITHOUT_ASKING.test(name));
}

/** Whether a body is JSON, or claims to be something that no response of this service is. */
function isPlain(headers: Headers): boolean {
  return !/^(text\/event-stream|(image|video)\/.+)$/.test(headers.get('content-type') ?? '');
}

function checkEmpty(exchanged: Exchanged): void {
  if (exchanged.headers.has('content-type')) printError(exchanged, 'has a media type, and none is declared');
}

function schemaPointer({ template }: PathEntry, { method, status }: Exchanged): string {
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const escaped = encodeURIComponent(template.replaceAll('~', '~0').replaceAll('/', '~1'));
  const here = `contract#/paths/${escaped}/${verb}/responses/${status}`;
  const response = openapi.paths[template]?.[verb]?.responses[String(status)] ?? {};
  const base = '$ref' in response ? `contract${String(response.$ref)}` : here;
  return `${base}/content/application~1json/schema`;
}

function checkHeaders(exchanged: Exchanged, response: object): void {
  const fault = findHeaderFault(openapi, response, exchanged);
  if (fault !== undefined) printError(exchanged, fault);
}

function checkBody(exchanged: Exchanged, pointer: string): void {
  const { method, headers, text } = exchanged;
  if (headers.get('content-type') !== 'application/json') printError(exchanged, 'is not application/json');
  if (method === 'HEAD') {
    if (text !== '') printError(exchanged, 'has a body');
    return;
  }
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: pointer });
  validators.set(pointer, validate);
  const body: unknown = JSON.parse(text);
  if (!validate(body)) printError(exchanged, `breaks its schema: ${ajv.errorsText(validate.errors)}`);
  if (exchanged.status >= 400) checkCode(exchanged, body);
}

/** The code of the envelope is the HTTP status; balance failures have a different form (sections 2.6 and 7). */
function checkCode(exchanged: Exchanged, body: unknown): void {
  if (typeof body !== 'object' || body === null || !('error' in body)) return;
  const { error } = body;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code !== exchanged.status) printError(exchanged, `has code ${String(code)} in its envelope`);
}

function printError({ method, target, status, text }: Exchanged, what: string): never {
  const sent = `${method} ${target.slice(0, 200)}`;
  throw new Error(`${sent}: the answer ${status} ${what}.\n${text.slice(0, 1000)}`);
}
