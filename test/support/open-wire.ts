import { gunzipSync } from 'node:zlib';
import { createTestGateway, type TestGateway, type TestGatewayOptions } from './create-test-gateway.ts';
import { expectDeclared } from './expect-declared.ts';
import type { SubmitBody } from './model-table.ts';
import type { Shell } from './shells.ts';

/** What is sent apart from method and path. */
export interface SendOptions {
  /** The API key; null sends no Authorization header. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A response with its body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The JSON body; undefined when there is none. */
  readonly body: unknown;
}

/** A test gateway behind one shell; every answer is checked against the contract. */
export interface Wire extends TestGateway, AsyncDisposable {
  readonly origin: string;
  send(method: string, target: string, options?: SendOptions): Promise<Answer>;
  get(target: string, options?: SendOptions): Promise<Answer>;
  postImage(body: unknown, options?: SendOptions): Promise<Answer>;
  postVideo(body: unknown, options?: SendOptions): Promise<Answer>;
  /** Submits a body that must be accepted to the endpoint of its model, and returns the task id. */
  submit(body: SubmitBody, options?: SendOptions): Promise<string>;
  /** The record of a task that must exist. */
  task(id: string, options?: SendOptions): Promise<unknown>;
  /** The remaining balance in US dollars, from `GET /v1/user/balance`. */
  remaining(options?: SendOptions): Promise<unknown>;
  /** The bytes behind a result link, which must exist. */
  download(link: string): Promise<Uint8Array>;
}

/** Opens a separate gateway behind a shell. Disposing it fails when a fault was reported and not removed. */
export async function openWire(shell: Shell, options: TestGatewayOptions = {}): Promise<Wire> {
  const test = createTestGateway(options);
  const open = await shell.open(test.gateway);
  const send = async (method: string, target: string, sent: SendOptions = {}): Promise<Answer> => {
    const request = { method, target, ...toHeadersAndBody(sent) };
    const { status, headers, bytes } = await open.send(request);
    const text = readText(headers, bytes);
    expectDeclared({ method, target, status, headers, text });
    const isJson = text !== '' && headers.get('content-type') === 'application/json';
    return { status, headers, bytes, text, body: isJson ? JSON.parse(text) : undefined };
  };
  const wire: Wire = {
    ...test,
    origin: open.origin,
    send,
    get: (target, sent) => send('GET', target, sent),
    postImage: (body, sent) => send('POST', '/v1/images/generations', { ...sent, body }),
    postVideo: (body, sent) => send('POST', '/v1/videos/generations', { ...sent, body }),
    submit: async (body, sent) => {
      const answer = await (body.model.startsWith('vx') ? wire.postVideo : wire.postImage)(body, sent);
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return textAt(answer.body, 'data', 0, 'task_id');
    },
    task: async (id, sent) => (await send('GET', `/v1/tasks/${id}`, sent)).body,
    remaining: async (sent) => at((await send('GET', '/v1/user/balance', sent)).body, 'remain_balance'),
    download: async (link) => {
      if (!link.startsWith(`${open.origin}/`)) throw new Error(`${link} does not lie on ${open.origin}`);
      const answer = await send('GET', link.slice(open.origin.length), { key: null });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return answer.bytes;
    },
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      if (test.faults.length > 0) throw new AggregateError(test.faults, 'The gateway reported faults');
    },
  };
  return wire;
}

/** The value at a path of names and positions; undefined where the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  );
}

/** The text at a path; throws when there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path);
  if (typeof found !== 'string') throw new TypeError(`${path.join('/')} is ${JSON.stringify(found)}`);
  return found;
}

/** The list at a path; throws when there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  if (!Array.isArray(found)) throw new TypeError(`${path.join('/')} is ${JSON.stringify(found)}`);
  return found;
}

function toHeadersAndBody({ key = 'sk-alpha', headers = {}, body, signal }: SendOptions) {
  const bytes =
    body === undefined || body instanceof Uint8Array
      ? body
      : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body));
  return {
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(bytes ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(bytes ? { body: bytes } : {}),
    ...(signal ? { signal } : {}),
  };
}

function readText(headers: Headers, bytes: Uint8Array): string {
  if (headers.get('content-type') !== 'application/json') return '';
  const plain = headers.get('content-encoding') === 'gzip' && bytes.length > 0 ? gunzipSync(bytes) : bytes;
  return new TextDecoder().decode(plain);
}
