import { gzipSync } from 'node:zlib';
import { fillTemplate } from '../language/template.ts';
import type { RequestTemplate } from '../suite/case.ts';
import { findOperation, type Operation } from '../suite/find-operation.ts';
import { type Json, type JsonObject, toObject } from '../suite/json.ts';
import { keyOf } from '../target/target.ts';
import type { WireRequest } from '../wire/exchange.ts';
import { fillBody } from './fill-body.ts';
import type { RunContext } from './run-context.ts';

export interface Filling {
  readonly context: RunContext;
  /** The key to use for the role `rich`. */
  readonly rich: string;
  /** Headers of every request of the case. */
  readonly isolating: Readonly<Record<string, string>>;
  readonly evaluate: (expression: string) => unknown;
}

/** A request ready to be sent: with the operation resolved, templates filled, media created, and the key added. */
export async function prepareRequest(template: RequestTemplate, filling: Filling): Promise<WireRequest> {
  const { context, isolating, evaluate } = filling;
  const fill = (value: Json | undefined): Json | undefined => fillTemplate(value, evaluate);
  const { operation, method: named, path: written } = template;
  const called = toObject(fill({ operation, method: named, path: written }));
  const { method, path } = lookUp(called, context.suite.contract);
  const body = await fillContent(template, filling);
  const headers = {
    ...isolating,
    ...authorization(String(fill(template.key ?? 'rich')), filling),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(template.gzip && { 'content-encoding': 'gzip' }),
    ...lowerCase(toObject(fill(template.headers))),
  };
  return {
    method,
    url: toUrl(
      context.target.base_url,
      fillPath(path, toObject(fill(template.parameters))),
      toObject(fill(template.query)),
    ),
    headers,
    ...(body !== undefined && { body: template.gzip ? gzipSync(body) : body }),
  };
}

async function fillContent(
  { body, text }: RequestTemplate,
  { context, evaluate }: Filling,
): Promise<string | undefined> {
  if (text !== undefined) return String(fillTemplate(text, evaluate));
  if (body === undefined) return undefined;
  return JSON.stringify(await fillBody(fillTemplate(body, evaluate) ?? null, context.media));
}

function lookUp(
  { operation, method, path }: RequestTemplate,
  contract: JsonObject,
): Pick<Operation, 'method' | 'path'> {
  if (!operation) return { method: method ?? 'GET', path: path ?? '/' };
  const found = findOperation(operation, contract);
  return { method: method ?? found.method, path: path ?? found.path };
}

function fillPath(path: string, parameters: JsonObject): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(parameters[name] ?? '').toWellFormed()),
  );
}

function toUrl(baseUrl: string, path: string, query: JsonObject): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.append(name, String(value));
  const url = `${baseUrl}${path}`;
  return search.size === 0 ? url : `${url}?${search}`;
}

function authorization(role: string, { context, rich }: Filling): Readonly<Record<string, string>> {
  if (role === 'none') return {};
  return { authorization: `Bearer ${role === 'rich' ? rich : (keyOf(context.target.keys, role) ?? role)}` };
}

function lowerCase(headers: JsonObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
}
