import { createServer, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../support/loopback.ts';

/** What a program may make of a stream: the whole answer, or the error of a service that violates the contract. */
type Outcome = 'whole' | 'refused';

/** A stream that no gateway should send. */
interface BrokenStream {
  readonly name: string;
  readonly kind: 'chat' | 'responses';
  readonly events: readonly unknown[];
  /** Whether the service leaves the connection open, for longer than anybody should wait. */
  readonly isLeftOpen?: boolean;
  readonly outcomes: readonly Outcome[];
}

const OPEN_MS = 5000;
const EITHER: readonly Outcome[] = ['whole', 'refused'];

const head = { id: 'chatcmpl_1', object: 'chat.completion.chunk', created: 1, model: 'qx3.8-max' };
const chunk = (choice: object) => ({ ...head, choices: [{ index: 0, ...choice }] });
const text = chunk({ delta: { content: 'A boat.' }, finish_reason: null });
const end = chunk({ delta: {}, finish_reason: 'stop' });
const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'qx3.8-max',
  output: [],
};
const created = { type: 'response.created', sequence_number: 0, response };
const completed = { type: 'response.completed', sequence_number: 1, response };

const chats: readonly Omit<BrokenStream, 'kind'>[] = [
  { name: 'left open after the end', events: [text, end, '[DONE]'], isLeftOpen: true, outcomes: ['whole'] },
  {
    name: 'an event of 4 MB',
    events: [chunk({ delta: { content: 'x'.repeat(4e6) } }), end, '[DONE]'],
    outcomes: ['whole'],
  },
  { name: 'no reason to finish', events: [text, '[DONE]'], outcomes: ['refused'] },
  { name: 'no end', events: [text], outcomes: ['refused'] },
  { name: 'no event', events: [], outcomes: ['refused'] },
  { name: 'no JSON', events: [text, '{', end, '[DONE]'], outcomes: ['refused'] },
  { name: 'a list', events: [[1], text, end, '[DONE]'], outcomes: ['refused'] },
  { name: 'null', events: ['null', text, end, '[DONE]'], outcomes: ['refused'] },
  { name: 'a text', events: ['"boat"', text, end, '[DONE]'], outcomes: ['refused'] },
  { name: 'an error that is a text', events: [text, { error: 'boom' }], outcomes: ['refused'] },
  {
    name: 'an error, left open',
    events: [text, { error: { code: 502 } }],
    isLeftOpen: true,
    outcomes: ['refused'],
  },
  {
    name: 'an error with wrong types',
    events: [{ error: { code: 'x', message: 5, violations: 'x' } }],
    outcomes: ['refused'],
  },
  { name: 'choices are null', events: [{ ...head, choices: null }, text, end, '[DONE]'], outcomes: EITHER },
  { name: 'choices are a number', events: [{ ...head, choices: 5 }, text, end, '[DONE]'], outcomes: EITHER },
  { name: 'a choice is null', events: [{ ...head, choices: [null] }, text, end, '[DONE]'], outcomes: EITHER },
  { name: 'a choice without delta', events: [chunk({}), text, end, '[DONE]'], outcomes: EITHER },
  { name: 'delta is null', events: [chunk({ delta: null }), text, end, '[DONE]'], outcomes: EITHER },
  {
    name: 'content is a number',
    events: [chunk({ delta: { content: 5 } }), text, end, '[DONE]'],
    outcomes: EITHER,
  },
  {
    name: 'no id',
    events: [{ choices: [{ delta: { content: 'A' }, finish_reason: 'stop' }] }, '[DONE]'],
    outcomes: EITHER,
  },
];

const responses: readonly Omit<BrokenStream, 'kind'>[] = [
  { name: 'left open after the end', events: [created, completed], isLeftOpen: true, outcomes: ['whole'] },
  { name: 'no end', events: [created], outcomes: ['refused'] },
  {
    name: 'completed without a response',
    events: [created, { ...completed, response: undefined }],
    outcomes: ['refused'],
  },
  {
    name: 'completed with null',
    events: [created, { ...completed, response: null }],
    outcomes: ['refused'],
  },
  { name: 'no type', events: [{ sequence_number: 0 }, completed], outcomes: EITHER },
  { name: 'a type that is a number', events: [{ type: 5, sequence_number: 0 }, completed], outcomes: EITHER },
  {
    name: 'an unknown type',
    events: [{ type: 'response.later', sequence_number: 0 }, completed],
    outcomes: ['whole'],
  },
  {
    name: 'an error',
    events: [created, { type: 'error', error: { code: 502, message: 'boom' } }],
    outcomes: ['refused'],
  },
];

/** Streams by which a program must neither crash nor hang. */
export const brokenStreams: readonly BrokenStream[] = [
  ...chats.map((stream) => ({ kind: 'chat' as const, ...stream })),
  ...responses.map((stream) => ({ kind: 'responses' as const, ...stream })),
];

/** A service for each of them, below its own address. */
export async function serveBrokenStreams(): Promise<
  AsyncDisposable & { readonly streams: readonly { readonly base_url: string; readonly kind: string }[] }
> {
  const server = createServer(({ url = '' }, answer) => {
    const stream = brokenStreams[Number(url.split('/')[1])];
    if (stream) send(answer, stream);
    else answer.writeHead(404).end();
  });
  const port = await listenOnLoopback(server);
  return {
    streams: brokenStreams.map(({ kind }, index) => ({
      base_url: `http://127.0.0.1:${port}/${index}`,
      kind,
    })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(answer: ServerResponse, { events, isLeftOpen }: BrokenStream): void {
  answer.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events)
    answer.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  if (!isLeftOpen) return void answer.end();
  const leaving = setTimeout(() => answer.destroy(), OPEN_MS);
  answer.once('close', () => clearTimeout(leaving));
}
