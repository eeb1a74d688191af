import type { MockOptions } from '../../src/mock/assemble-mock.ts';
import { type ControlClient, createControlClient } from '../../src/mock/control-client.ts';
import { createMock } from '../../src/mock/create-mock.ts';
import { textAt } from '../support/open-wire.ts';
import type { Shell } from '../support/shells.ts';
import { expectControlDeclared } from './expect-control-declared.ts';

/** A request apart from method and path. */
export interface AskOptions {
  /** The API key; null sends none. */
  readonly key?: string | null;
  readonly session?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A response with its body. */
export interface MockAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  readonly body: unknown;
}

/** A mock behind a shell. Its clock is frozen by default. */
export interface OpenMock extends AsyncDisposable {
  readonly origin: string;
  readonly faults: readonly unknown[];
  readonly control: ControlClient;
  controlOf(session: string): ControlClient;
  ask(method: string, target: string, options?: AskOptions): Promise<MockAnswer>;
  /** Submits an image task that must be accepted, and returns its id. */
  submit(body?: Readonly<Record<string, unknown>>, options?: AskOptions): Promise<string>;
  task(id: string, options?: AskOptions): Promise<unknown>;
}

/** The smallest image submission: 0.03 USD, eight seconds. */
export const BOAT = { model: 'qx-image-3.0', prompt: 'A paper boat' } as const;

/** Opens a mock; disposing it fails when a fault was reported. */
export async function openMock(shell: Shell, options: Partial<MockOptions> = {}): Promise<OpenMock> {
  const faults: unknown[] = [];
  const mock = createMock({ isFrozen: true, reportFault: (error) => faults.push(error), ...options });
  const open = await shell.open(mock.gateway);
  const ask = async (method: string, target: string, sent: AskOptions = {}): Promise<MockAnswer> => {
    const { key = 'sk-mock', session, headers: more = {}, body } = sent;
    const bytes = body === undefined ? undefined : new TextEncoder().encode(toText(body));
    const headers = {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(session === undefined ? {} : { 'x-mock-session': session }),
      ...(bytes ? { 'content-type': 'application/json' } : {}),
      ...more,
    };
    const answer = await open.send({ method, target, headers, ...(bytes ? { body: bytes } : {}) });
    const text = new TextDecoder().decode(answer.bytes);
    const isJson = answer.headers.get('content-type') === 'application/json' && text !== '';
    const read = {
      status: answer.status,
      headers: answer.headers,
      text,
      bytes: answer.bytes,
      body: isJson ? JSON.parse(text) : undefined,
    };
    if (/^\/__mock(\/|$)/.test(target)) expectControlDeclared(method, target, read);
    return read;
  };
  const fetch = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    const sent = await request.text();
    const answer = await ask(request.method, pathname + search, {
      key: null,
      headers: Object.fromEntries(request.headers),
      ...(sent === '' ? {} : { body: sent }),
    });
    return new Response(answer.status === 204 ? null : answer.text, { status: answer.status });
  };
  const client = (session?: string) =>
    createControlClient({ baseUrl: open.origin, fetch, ...(session === undefined ? {} : { session }) });
  return {
    origin: open.origin,
    faults,
    control: client(),
    controlOf: client,
    ask,
    async submit(body = BOAT, sent = {}) {
      const answer = await ask('POST', '/v1/images/generations', { ...sent, body });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return textAt(answer.body, 'data', 0, 'task_id');
    },
    task: async (id, sent) => (await ask('GET', `/v1/tasks/${id}`, sent)).body,
    async [Symbol.asyncDispose]() {
      mock.close();
      await open[Symbol.asyncDispose]();
      if (faults.length > 0) throw new AggregateError(faults, 'The mock reported faults');
    },
  };
}

function toText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}
