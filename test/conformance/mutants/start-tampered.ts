import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { request as sendRequest } from 'undici';
import { isObject, type JsonObject, parseJson, toObject } from '../../../src/conformance/suite/json.ts';
import { closeServer } from '../../support/loopback.ts';
import type { Memory, TamperedCallback, TamperedRequest, TamperedResponse, Tampering } from './tampering.ts';

/** A tampering server in front of a gateway. */
export interface Tampered extends AsyncDisposable {
  readonly baseUrl: string;
}

const RELAY = '/relay/';
const HOP = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'content-encoding',
  'expect',
]);

/** Starts a server that passes everything on to a gateway, with one fault. The control plane of a mock is not tampered with. */
export async function startTampered(gatewayUrl: string, tampering: Tampering): Promise<Tampered> {
  const memories = new Map<string, Memory>();
  const attempts = new Map<string, number>();
  let baseUrl = '';
  const server = createServer((incoming, outgoing) => {
    const answering = incoming.url?.startsWith(RELAY)
      ? relay(incoming, tampering, attempts)
      : pass(incoming, { gatewayUrl, baseUrl, tampering, memories });
    answering
      .then(({ status, headers, bytes }) =>
        outgoing.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes),
      )
      .catch(() => outgoing.destroy());
  });
  server.on('clientError', (error: Error & { readonly rawPacket?: Buffer }, socket: Socket) =>
    passRaw(gatewayUrl, error.rawPacket, socket),
  );
  baseUrl = await listen(server);
  return {
    baseUrl,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

/** What is not HTTP goes to the gateway unchanged. */
function passRaw(gatewayUrl: string, packet: Buffer | undefined, socket: Socket): void {
  const { hostname, port } = new URL(gatewayUrl);
  const upstream = connect(Number(port), hostname);
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
  upstream.pipe(socket);
  upstream.write(packet ?? '');
}

interface Passing {
  readonly gatewayUrl: string;
  readonly baseUrl: string;
  readonly tampering: Tampering;
  readonly memories: Map<string, Memory>;
}

async function pass(
  incoming: IncomingMessage,
  { gatewayUrl, baseUrl, tampering, memories }: Passing,
): Promise<TamperedResponse> {
  const original = await readRequest(incoming);
  if (original.url.startsWith('/__mock'))
    return forward(gatewayUrl, { ...original, headers: withoutHost(original.headers) });
  const session = original.headers['x-mock-session'] ?? '';
  const memory = memories.get(session) ?? {};
  memories.set(session, memory);
  const tampered = tampering.request?.(original, memory) ?? original;
  const response = await forward(gatewayUrl, withRelay(tampered, baseUrl, tampering));
  await pushEarly(original, response, tampering);
  return (await tampering.response?.(response, original, memory)) ?? response;
}

/** Callbacks go through this server if the fault concerns them. */
function withRelay(
  request: TamperedRequest,
  baseUrl: string,
  { callback, callbackStatus }: Tampering,
): TamperedRequest {
  const webhook = request.body?.webhook;
  if (!isUsual(webhook) || !(callback ?? callbackStatus)) return request;
  return withBody(request, {
    ...request.body,
    webhook: `${baseUrl}${RELAY}${Buffer.from(webhook).toString('base64url')}`,
  });
}

/** Whether the gateway calls an address: one that it discards stays unchanged. */
function isUsual(webhook: unknown): webhook is string {
  if (typeof webhook !== 'string' || !URL.canParse(webhook)) return false;
  const { protocol, username } = new URL(webhook);
  return (protocol === 'http:' || protocol === 'https:') && username === '';
}

async function relay(
  incoming: IncomingMessage,
  { callback, callbackStatus }: Tampering,
  attempts: Map<string, number>,
): Promise<TamperedResponse> {
  const { method, url, headers, body = {} } = await readRequest(incoming);
  const [, encoded = '', rest = ''] = /^\/relay\/([^/?]+)(.*)$/s.exec(url) ?? [];
  const attempt = (attempts.get(encoded) ?? 0) + 1;
  attempts.set(encoded, attempt);
  const address = Buffer.from(encoded, 'base64url').toString();
  const original = { method, path: rest, headers, body, attempt };
  let status = 200;
  for (const one of callback?.(original) ?? [original]) status = await deliver(address, one);
  return { status: callbackStatus?.(status, attempt) ?? status, headers: {}, bytes: new Uint8Array() };
}

async function pushEarly(
  { body }: TamperedRequest,
  response: TamperedResponse,
  { onAccepted }: Tampering,
): Promise<void> {
  const task = toObject([toObject(response.body).data].flat()[0]).task_id;
  if (onAccepted && typeof task === 'string' && isUsual(body?.webhook))
    await deliver(body.webhook, onAccepted(task));
}

async function deliver(address: string, { method, path, headers, body }: TamperedCallback): Promise<number> {
  const kept = Object.entries(headers).filter(([name]) => name !== 'host' && !HOP.has(name));
  const url = new URL(address);
  url.pathname = url.pathname.replace(/\/+$/, '') + path;
  const { statusCode, body: answer } = await sendRequest(url.href, {
    method: method as 'POST',
    headers: { 'content-type': 'application/json', ...Object.fromEntries(kept) },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
    headersTimeout: 12_000,
  });
  await answer.dump();
  return statusCode;
}

async function forward(
  gatewayUrl: string,
  { method, url, headers, text }: TamperedRequest,
): Promise<TamperedResponse> {
  const kept = Object.entries(headers).filter(([name]) => isPassed(name));
  const response = await sendRequest(`${gatewayUrl}${url}`, {
    method: method as 'POST',
    headers: Object.fromEntries(kept),
    body: text === '' ? null : Buffer.from(text, 'latin1'),
    headersTimeout: 60_000,
  });
  const bytes = new Uint8Array(await response.body.arrayBuffer());
  const names = Object.entries(response.headers).filter(([name]) => !HOP.has(name));
  const body = parseJson(new TextDecoder().decode(bytes));
  return {
    status: response.statusCode,
    headers: Object.fromEntries(names.map(([name, value]) => [name, [value ?? ''].flat().join(', ')])),
    bytes,
    ...(typeof body === 'object' && body !== null && { body }),
  };
}

/** Responses are requested uncompressed, so that they can be changed. */
function isPassed(header: string): boolean {
  return header === 'content-encoding' || (header !== 'accept-encoding' && !HOP.has(header));
}

async function readRequest(incoming: IncomingMessage): Promise<TamperedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const body = parseJson(bytes.toString());
  const headers = Object.entries(incoming.headers).map(([name, value]) => [
    name,
    [value ?? ''].flat().join(', '),
  ]);
  return {
    method: incoming.method ?? 'GET',
    url: incoming.url ?? '/',
    headers: Object.fromEntries(headers) as Record<string, string>,
    text: bytes.toString('latin1'),
    ...(isObject(body) && { body }),
  };
}

/** The control plane accepts its own host only. */
function withoutHost({
  host: _host,
  ...headers
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return headers;
}

/** A request with another JSON body. */
export function withBody(request: TamperedRequest, body: JsonObject): TamperedRequest {
  return { ...request, body, text: Buffer.from(JSON.stringify(body)).toString('latin1') };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}
