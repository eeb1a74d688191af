import { afterAll, describe, expect, test } from 'vitest';
import { createDocumentReader } from '../../../src/adapters/documents/create-document-reader.ts';
import { createReferenceFetcher } from '../../../src/adapters/media/fetch/create-reference-fetcher.ts';
import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';
import type { DocumentRead, DocumentReader } from '../../../src/gateway/ports/media/document-reader.ts';
import {
  crossReferenceBomb,
  cyclicPageTree,
  emptyPageTree,
  endlessFile,
  lockedFile,
} from '../../adapters/documents/hostile-pdf.ts';
import { LETTER, pdfUri } from '../../adapters/documents/pdf-file.ts';
import { at, textAt } from '../../support/open-wire.ts';
import { startReferenceServer } from '../../support/reference-server.ts';
import { inTurn, shells } from '../../support/shells.ts';
import { fetchShell, openText, user } from './open-text.ts';
import { say, scriptedEngine, stop } from './scripted-engine.ts';

const server = await startReferenceServer();
const { origin } = server;
afterAll(() => server[Symbol.asyncDispose]());

/** Longer than any machine needs to start a thread. */
const PATIENCE_MS = 300_000;
const workers = createWorkerPool();
afterAll(() => workers.close());
const fetcher = createReferenceFetcher();

const uri = (bytes: Uint8Array) => `data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`;
const ask = (...addresses: readonly string[]) => ({
  stream: false,
  messages: [user(addresses.map((file_url) => ({ type: 'file', file: { file_url } })))],
});
const quick = () => scriptedEngine([say('A', 1), stop]);

/** A reader whose result depends on the URL, and which records the URLs. */
function scriptedReader(answers: Readonly<Record<string, DocumentRead | 'wait'>>) {
  const asked: string[] = [];
  const reader: DocumentReader = {
    async readPages(address, { signal }) {
      if (typeof address !== 'string') throw new TypeError('Only addresses were sent.');
      asked.push(address);
      const answer = answers[address] ?? { kind: 'read', pages: [LETTER] };
      if (answer !== 'wait') return answer;
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      return { kind: 'unreachable', reason: 'ended' };
    },
  };
  return { asked, reader };
}

test.each(
  inTurn([
    ['no pages', PATIENCE_MS, emptyPageTree('1000000000'), 'the PDF has no pages'],
    ['itself', PATIENCE_MS, cyclicPageTree, 'the PDF is damaged'],
    ['a password', PATIENCE_MS, lockedFile, 'the PDF asks for a password'],
    ['no end', 1500, endlessFile, 'the PDF is too complex: reading it took longer than 1.5 seconds'],
    [
      'a gigabyte of zeros',
      1500,
      crossReferenceBomb(1024),
      /^the PDF is too complex: reading it took (longer than 1.5 seconds|more memory)/,
    ],
  ]),
)('a PDF of %s is a free 400 that says so', async (_what, parseMs, bytes, message, shell) => {
  const documentReader = createDocumentReader({ fetcher, workers, parseMs });
  await using text = await openText(shell, { ports: { textEngine: quick(), documentReader } });
  const { status, body } = await text.chat(ask(uri(bytes)));
  const [place, what] = textAt(body, 'error', 'message').split(/: (.*)/);
  expect([status, place]).toEqual([400, 'messages[0].content[0].file.file_url']);
  if (typeof message === 'string') expect(what).toBe(message);
  else expect(what).toMatch(message);
  expect(at(body, 'error')).toMatchObject({
    reason: 'invalid_reference',
    param: '/messages/0/content/0/file/file_url',
  });
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

describe.each(shells)('through the $name shell', (shell) => {
  test('other requests are answered while a hostile PDF is read', async () => {
    const documentReader = createDocumentReader({ fetcher, workers, parseMs: PATIENCE_MS });
    await using text = await openText(shell, { ports: { textEngine: quick(), documentReader } });
    const leave = new AbortController();
    let isAnswered = false;
    const hostile = text
      .chat(ask(uri(endlessFile)), { signal: leave.signal })
      .catch(() => undefined)
      .finally(() => {
        isAnswered = true;
      });
    for (const key of ['sk-alpha', 'sk-beta']) {
      expect((await text.chat(ask(pdfUri([LETTER])), { key })).status).toBe(200);
      expect((await text.chat({ stream: false }, { key })).status).toBe(200);
    }
    expect(isAnswered).toBe(false);
    leave.abort();
    await hostile;
    expect(await text.store.findAccount('beta')).toMatchObject({ held: 0n });
  });
});

test('nothing is fetched or parsed unless the balance covers an answer', async () => {
  const { asked, reader } = scriptedReader({});
  // 131,072 output tokens at 6 USD a million.
  const deposits = { alpha: '0.786431', beta: '1' };
  await using fetching = await openText(fetchShell, { deposits });
  await using reading = await openText(fetchShell, { deposits, ports: { documentReader: reader } });
  for (const text of [fetching, reading]) {
    const { status, body } = await text.chat(ask(`${origin}/poor.pdf`, pdfUri([LETTER])));
    expect([status, at(body, 'error', 'message')]).toEqual([
      402,
      'The balance of 0.786431 USD does not cover the hold of 0.786432 USD for this request: up to 131072 output tokens at 6 USD per 1000000. Add credit, or set a lower max_tokens.',
    ]);
  }
  expect([server.asked, asked]).toEqual([[], []]);
  expect((await fetching.chat(ask(`${origin}/rich.pdf`), { key: 'sk-beta' })).status).toBe(400);
  expect(server.asked).toEqual(['/rich.pdf']);
  const few = { ...ask('https://files.example/1'), max_tokens: 10 };
  expect((await reading.chat(few)).status).toBe(200);
});

test('a request has at most 32 PDFs', async () => {
  const { asked, reader } = scriptedReader({});
  await using text = await openText(fetchShell, { ports: { textEngine: quick(), documentReader: reader } });
  const addresses = Array.from({ length: 33 }, (_, index) => `https://files.example/${index}`);
  const { status, body } = await text.chat(ask(...addresses));
  expect([status, at(body, 'error', 'message')]).toEqual([
    400,
    'a request may have at most 32 PDFs; this has 33',
  ]);
  expect(at(body, 'error', 'param')).toBe('/messages/0/content/32/file/file_url');
  expect(asked).toEqual([]);
  const most = await text.chat(ask(...addresses.slice(1)));
  expect(at(most.body, 'usage', 'prompt_tokens')).toBe(32 * 2082);
});

test.each([
  [{ kind: 'too_complex', reason: 'reading it took longer than 10 seconds' }, 0],
  [{ kind: 'crashed', error: 'it broke' }, 1],
] as const)('the first expensive PDF cancels the others: %j', async (costly, faults) => {
  const { asked, reader } = scriptedReader({ 'https://a/1': 'wait', 'https://a/2': costly });
  await using text = await openText(fetchShell, { ports: { textEngine: quick(), documentReader: reader } });
  const addresses = Array.from({ length: 20 }, (_, index) => `https://a/${index + 1}`);
  const { status, body } = await text.chat(ask(...addresses));
  expect([status, at(body, 'error', 'param')]).toEqual([400, '/messages/0/content/1/file/file_url']);
  expect(at(body, 'error', 'violations')).toHaveLength(1);
  expect(asked.length).toBeLessThan(8);
  expect(text.faults.splice(0)).toHaveLength(faults);
});

test('a full queue of PDFs is 503 with Retry-After', async () => {
  const { reader } = scriptedReader({ 'https://a/1': { kind: 'overloaded' } });
  await using text = await openText(fetchShell, { ports: { textEngine: quick(), documentReader: reader } });
  const { status, headers, body } = await text.chat(ask('https://a/1'));
  expect([status, headers.get('retry-after'), at(body, 'error', 'reason')]).toEqual([503, '2', 'overloaded']);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test('a parser that crashes on a PDF is a 400 for the client, and a fault for the operator', async () => {
  const { reader } = scriptedReader({ 'https://a/1': { kind: 'crashed', error: 'it broke' } });
  await using text = await openText(fetchShell, { ports: { textEngine: quick(), documentReader: reader } });
  const { status, body } = await text.chat(ask('https://a/1'));
  expect([status, at(body, 'error', 'message')]).toEqual([
    400,
    'messages[0].content[0].file.file_url: the PDF is damaged: it makes the parser fail',
  ]);
  expect(text.faults.splice(0)).toEqual(['it broke']);
});
