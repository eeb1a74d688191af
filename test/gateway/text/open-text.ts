import { createClockPacer } from '../../../src/adapters/clock/create-pacer.ts';
import { createDocumentReader } from '../../../src/adapters/documents/create-document-reader.ts';
import { createReferenceFetcher } from '../../../src/adapters/media/fetch/create-reference-fetcher.ts';
import { gptTokenizer } from '../../../src/adapters/platform/gpt-tokenizer.ts';
import { createTextSimulator } from '../../../src/adapters/text-engine/create-text-simulator.ts';
import { createJsonDrawer } from '../../../src/adapters/text-engine/json/create-json-drawer.ts';
import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';
import { createFetchHandler } from '../../../src/http/fetch.ts';
import { createTestGateway, type TestGatewayOptions } from '../../support/create-test-gateway.ts';
import { expectDeclared } from '../../support/expect-declared.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { at } from '../../support/open-wire.ts';
import { type Shell, shells } from '../../support/shells.ts';
import { readData } from './read-events.ts';

/** Its threads start when a PDF is read, and do not keep the test process alive. */
const workers = createWorkerPool();
const documentReader = createDocumentReader({
  fetcher: createReferenceFetcher(),
  workers,
  parseMs: 300_000, // longer than any machine needs to start a thread
});

const jsonDrawer = createJsonDrawer({ workers, drawMs: 300_000 });

/** The text endpoints. */
export const CHAT = '/v1/chat/completions';
export const RESPONSES = '/v1/responses';

/** A response, read to its end. */
export interface TextAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON body; undefined for a stream. */
  readonly body: unknown;
  /** The data of a stream's events, without comments; empty for a JSON body. */
  readonly data: readonly unknown[];
}

/** Opens a gateway with the simulated model at full speed behind a shell; every answer is checked against the contract. */
export async function openText(shell: Shell, options: TestGatewayOptions = {}) {
  const clock = createManualClock({ startAt: Date.UTC(2026, 0, 1) });
  const pacer = createClockPacer(clock);
  const quick = { firstPieceMs: 0, pieceMs: 0, toolMs: 0 };
  const gateway = createTestGateway({
    ...options,
    ports: {
      clock,
      pacer,
      documentReader,
      textEngine: createTextSimulator({ clock, pacer, tokenizer: gptTokenizer, jsonDrawer, ...quick }),
      ...options.ports,
    },
  });
  const open = await shell.open(gateway.gateway);
  const post = async (
    target: string,
    body: unknown,
    { key = 'sk-alpha', signal }: { readonly key?: string; readonly signal?: AbortSignal } = {},
  ): Promise<TextAnswer> => {
    const { status, headers, bytes } = await open.send({
      method: 'POST',
      target,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
      ...(signal ? { signal } : {}),
    });
    const text = new TextDecoder().decode(bytes);
    expectDeclared({ method: 'POST', target, status, headers, text });
    if (headers.get('content-type') === 'text/event-stream')
      return {
        status,
        headers,
        text,
        body: undefined,
        data: readData(text, target === CHAT ? 'chunk' : 'event'),
      };
    return { status, headers, text, body: JSON.parse(text), data: [] };
  };
  return {
    ...gateway,
    clock,
    post,
    /** Calls the text model; `body` is merged into the smallest request. */
    chat: (body: object, sent?: Parameters<typeof post>[2]) =>
      post(CHAT, { model: 'qx3.8-max', messages: [user('What is a paper boat?')], ...body }, sent),
    respond: (body: object, sent?: Parameters<typeof post>[2]) =>
      post(RESPONSES, { model: 'qx3.8-max', input: 'What is a paper boat?', ...body }, sent),
    async [Symbol.asyncDispose]() {
      await open[Symbol.asyncDispose]();
      if (gateway.faults.length > 0) throw new AggregateError(gateway.faults, 'The gateway reported faults');
    },
  };
}

/** A user's message. */
export function user(content: unknown) {
  return { role: 'user', content };
}

/** The shell for tests of the core, which do not depend on the shell. */
export const [fetchShell] = shells;

/** Starts a stream through the Fetch shell and leaves it unread. */
export function startStream(
  gateway: Awaited<ReturnType<typeof openText>>['gateway'],
  target: string,
  body: object,
  signal?: AbortSignal,
): Promise<Response> {
  const url = `http://gateway.example${target}`;
  const init = { method: 'POST', headers: { authorization: 'Bearer sk-alpha' }, body: JSON.stringify(body) };
  return createFetchHandler(gateway)(new Request(url, { ...init, ...(signal ? { signal } : {}) }));
}

/** The texts at a path of each piece of data, joined. */
export function joined(data: readonly unknown[], ...path: readonly (string | number)[]): string {
  return data.map((value) => at(value, ...path) ?? '').join('');
}
