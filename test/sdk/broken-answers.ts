import { createServer } from 'node:http';
import { expect } from 'vitest';
import { listenOnLoopback } from '../support/loopback.ts';
import type { Played } from './play-scenario.ts';

/** What a program makes of an answer: it takes it, or reports a broken contract, a broken connection or a refusal. */
type Outcome = 'taken' | 'malformed' | 'connection' | 'refused';

/** An answer that no gateway should give. */
interface BrokenAnswer {
  readonly act: 'list' | 'chat' | 'stream' | 'wait' | 'download';
  readonly status?: number;
  /** Given as an event of a stream when there are several. */
  readonly body: string | readonly string[];
  readonly outcomes: readonly Outcome[];
  /** What the message says at least. */
  readonly says?: string;
}

const record = { id: 'task_1', status: 'success', progress: 100, cost: 0 };
const linked = (url: unknown) => JSON.stringify({ ...record, result: { images: [{ url }] } });
const end = JSON.stringify({ id: 'chatcmpl_1', choices: [{ delta: {}, finish_reason: 'stop' }] });

const answers: readonly BrokenAnswer[] = [
  { act: 'list', body: 'null', outcomes: ['malformed'] },
  { act: 'list', body: '[]', outcomes: ['malformed'] },
  { act: 'list', body: '5', outcomes: ['malformed'] },
  { act: 'list', body: '['.repeat(100_000), outcomes: ['malformed'] },
  { act: 'chat', body: 'null', outcomes: ['malformed'] },
  { act: 'chat', body: '"text"', outcomes: ['malformed'] },
  { act: 'wait', body: 'null', outcomes: ['malformed'] },
  { act: 'wait', body: JSON.stringify({ ...record, status: null }), outcomes: ['malformed'] },
  {
    act: 'wait',
    body: JSON.stringify({ ...record, progress: 'x' }),
    outcomes: ['taken', 'malformed'],
    says: 'progress',
  },
  { act: 'list', status: 400, body: '{"error":"boom"}', outcomes: ['refused'], says: 'boom' },
  { act: 'stream', body: ['{"error":"boom"}'], outcomes: ['refused'], says: 'boom' },
  { act: 'stream', body: ['{"id":"1"}', end, '[DONE]'], outcomes: ['taken'] },
  { act: 'stream', body: ['{"id":"1","choices":null}', end, '[DONE]'], outcomes: ['taken'] },
  { act: 'stream', body: ['{"id":"1","choices":[{}]}', end, '[DONE]'], outcomes: ['taken'] },
  { act: 'stream', body: ['{"id":"1","choices":[{"delta":null}]}', end, '[DONE]'], outcomes: ['taken'] },
  { act: 'stream', body: ['{"id":"1","choices":5}', end, '[DONE]'], outcomes: ['malformed'] },
  ...['http://[', 'file:///x', '/files/x.png'].map(
    (link): BrokenAnswer => ({ act: 'download', body: linked([link]), outcomes: ['connection'] }),
  ),
  // Half of a character: no text for some languages.
  { act: 'download', body: linked(['http://\ud800/']), outcomes: ['connection', 'malformed'] },
  // Some HTTP clients return the last redirection.
  { act: 'download', body: linked(['LOOP']), outcomes: ['connection', 'refused'] },
  { act: 'download', body: linked([5]), outcomes: ['malformed', 'connection'] },
];

/** A service for each of them, below its own address; a link to LOOP is one that redirects for ever. */
export async function serveBrokenAnswers(): Promise<
  AsyncDisposable & { readonly given: readonly { readonly base_url: string; readonly act: string }[] }
> {
  let address = '';
  const server = createServer(({ url = '' }, response) => {
    const answer = answers[Number(url.split('/')[1])];
    if (!answer) return void response.writeHead(302, { location: `${address}/loop` }).end();
    const { status = 200, body } = answer;
    const isStream = typeof body !== 'string';
    const type = isStream ? 'text/event-stream' : 'application/json';
    const text = isStream ? body.map((data) => `data: ${data}\n\n`).join('') : body;
    response.writeHead(status, { 'content-type': type }).end(text.replace('LOOP', `${address}/loop`));
  });
  address = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  return {
    given: answers.map(({ act }, index) => ({ base_url: `${address}/${index}`, act })),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Each is one of its outcomes, with a message that says what is wrong. */
export function expectBrokenAnswers({ steps }: Played): void {
  const found = steps['broken answers'] as readonly (readonly [string, string])[];
  const expected = answers.map(({ outcomes, says }, index) => {
    const [outcome = '', message = ''] = found[index] ?? [];
    const isExpected = outcomes.some((one) => one === outcome);
    const isSaid = outcome === 'taken' || message.includes(says ?? '');
    return isExpected && isSaid ? [outcome, message] : [outcomes.join(' or '), says ?? ''];
  });
  expect(found).toEqual(expected);
}
