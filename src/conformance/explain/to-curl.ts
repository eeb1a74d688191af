import type { RequestTemplate } from '../suite/case.ts';
import { findOperation } from '../suite/find-operation.ts';
import { type JsonObject, toObject } from '../suite/json.ts';
import { ROLES } from '../target/target.ts';
import type { FillByHand } from './fill-by-hand.ts';
import { readMarks } from './marks.ts';
import { insideDoubleQuotes, quoteShell } from './shell-text.ts';

/** The bundled contract, and how templates are filled. */
export interface CurlOptions {
  readonly contract: JsonObject;
  readonly fill: FillByHand;
  /** Options of curl, such as `-i` or `-N`. */
  readonly flags: string;
}

/** A curl command for a request of a case, against `$BASE` with `$KEY`. */
export function toCurl(template: RequestTemplate, { contract, fill, flags }: CurlOptions): string {
  const { operation, gzip = false, key = 'rich' } = template;
  const found = operation === undefined ? undefined : findOperation(String(fill(operation)), contract);
  const method = String(fill(template.method) ?? found?.method ?? 'GET');
  const path = fillPath(
    String(fill(template.path) ?? found?.path ?? '/'),
    toObject(fill(template.parameters)),
  );
  const body = toBody(template, fill);
  const headers = [
    ...authorization(String(fill(key))),
    ...(body === undefined ? [] : ["-H 'content-type: application/json'"]),
    ...(gzip ? ["-H 'content-encoding: gzip'"] : []),
    ...Object.entries(toObject(fill(template.headers))).map(
      ([name, value]) => `-H ${quoteShell(readMarks(`${name}: ${value}`))}`,
    ),
  ];
  const isDefault = method === (body === undefined ? 'GET' : 'POST');
  const send = gzip ? '--data-binary @-' : `-d ${quoteShell(readMarks(body ?? ''))}`;
  const words = [
    [
      'curl',
      flags,
      isDefault ? '' : method === 'HEAD' ? '-I' : `-X ${insideDoubleQuotes(readMarks(method))}`,
      `"$BASE${insideDoubleQuotes(readMarks(path))}${toQuery(toObject(fill(template.query)))}"`,
    ]
      .filter((word) => word !== '')
      .join(' '),
    ...headers,
    ...(body === undefined ? [] : [send]),
  ];
  const command = words.join(' \\\n  ');
  return gzip && body !== undefined
    ? `printf %s ${quoteShell(readMarks(body))} | gzip | ${command}`
    : command;
}

function toBody({ body, text }: RequestTemplate, fill: FillByHand): string | undefined {
  if (text !== undefined) return String(fill(text));
  return body === undefined ? undefined : JSON.stringify(fill(body));
}

function fillPath(path: string, parameters: JsonObject): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''));
}

function toQuery(query: JsonObject): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${insideDoubleQuotes(readMarks(encodeText(String(value))))}`,
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Percent-encodes characters with a meaning in a query, but not marked shell code. */
function encodeText(text: string): string {
  return text.replaceAll(/[\s#%&+?]/g, (character) => encodeURIComponent(character));
}

function authorization(role: string): readonly string[] {
  if (role === 'none') return [];
  const isRole = ROLES.some((one) => one === role);
  const variable = role === 'rich' ? '$KEY' : isRole ? `$${role.toUpperCase()}_KEY` : undefined;
  return [`-H "Authorization: Bearer ${variable ?? insideDoubleQuotes(readMarks(role))}"`];
}
