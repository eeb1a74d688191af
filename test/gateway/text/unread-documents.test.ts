import { expect, test } from 'vitest';
import type { DocumentRead, DocumentReader } from '../../../src/gateway/ports/media/document-reader.ts';
import { at, listAt } from '../../support/open-wire.ts';
import { fetchShell, openText, user } from './open-text.ts';
import { say, scriptedEngine, stop } from './scripted-engine.ts';

const textEngine = scriptedEngine([say('A', 1), stop]);
const pdfs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    type: 'file',
    file: { file_url: `https://files.example/${index}.pdf` },
  }));
const NAME = 'messages[0].content[0].file.file_url';

/** Opens a gateway whose PDFs have one fate, with some credit. */
function open(readPages: DocumentReader['readPages'], credit = '1') {
  return openText(fetchShell, {
    deposits: { alpha: credit },
    ports: { textEngine, documentReader: { readPages } },
  });
}

test.each<[DocumentRead, string]>([
  [{ kind: 'too_many_pages', pageCount: 5000 }, 'the PDF has 5000 pages; the model reads at most 472'],
  [{ kind: 'too_large', maxBytes: 7, bytes: 8 }, 'the PDF has 8 bytes; at most 7 are allowed'],
  [{ kind: 'malformed', reason: 'it is odd' }, 'it is odd'],
  [{ kind: 'too_complex', reason: 'it is odd' }, 'the PDF is too complex: it is odd'],
  [{ kind: 'unreachable', reason: 'it is odd' }, 'the PDF cannot be read: it is odd'],
])('a PDF that is %j is refused', async (read, message) => {
  await using text = await open(async () => read);
  const { status, body } = await text.chat({ messages: [user(pdfs(1))] });
  expect([status, at(body, 'error')]).toMatchObject([
    400,
    { reason: 'invalid_reference', message: `${NAME}: ${message}`, violations: [{ rule: read.kind }] },
  ]);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test('a PDF that makes the parser fail is a fault, and refused', async () => {
  const error = new Error('out of bounds');
  await using text = await open(async () => ({ kind: 'crashed', error }));
  const { status, body } = await text.chat({ messages: [user(pdfs(1))] });
  expect([status, at(body, 'error', 'message')]).toEqual([
    400,
    `${NAME}: the PDF is damaged: it makes the parser fail`,
  ]);
  expect(text.faults.splice(0)).toEqual([error]);
});

test.each(['overloaded', 'no_room'] as const)('a PDF is a 503 while its reader is %s', async (kind) => {
  await using text = await open(async () => ({ kind }));
  const { status, body } = await text.chat({ messages: [user(pdfs(1))] });
  expect([status, at(body, 'error', 'message')]).toEqual([
    503,
    'The service is at capacity (PDFs to read): try again in 2 seconds.',
  ]);
});

test.each([
  ['too_complex', 1, 4],
  ['crashed', 1, 4],
  ['malformed', 9, 9],
] as const)('of nine PDFs, after one that is %s, %d are named and %d read', async (kind, named, asked) => {
  let count = 0;
  await using text = await open(async (_address, { signal }) => {
    count += 1;
    if (count === 1) return { kind, reason: 'it is odd', error: new Error('out of bounds') };
    if (kind !== 'malformed')
      await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    return { kind: 'malformed', reason: 'it is odd' };
  });
  const { status, body } = await text.chat({ messages: [user(pdfs(9))] });
  text.faults.splice(0);
  expect([status, listAt(body, 'error', 'violations').length, count]).toEqual([400, named, asked]);
});

test('a lack of capacity for one PDF is the answer, whatever the others are', async () => {
  let count = 0;
  await using text = await open(async (_address, { signal }) => {
    count += 1;
    if (count === 2) return { kind: 'overloaded' };
    await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
    return { kind: 'malformed', reason: 'it is odd' };
  });
  expect((await text.chat({ messages: [user(pdfs(9))] })).status).toBe(503);
  expect(count).toBe(4);
});

test('a request has at most 32 PDFs', async () => {
  await using text = await open(async () => ({ kind: 'read', pages: [] }));
  expect((await text.chat({ messages: [user(pdfs(32))] })).status).toBe(200);
  const { status, body } = await text.chat({ messages: [user(pdfs(33))] });
  expect([status, at(body, 'error')]).toMatchObject([
    400,
    {
      message: 'a request may have at most 32 PDFs; this has 33',
      param: '/messages/0/content/32/file/file_url',
      violations: [{ rule: 'maxItems' }],
    },
  ]);
});

/** A hundred output tokens cost 0.0006 USD. */
test.each([
  ['0.0006', undefined],
  ['0.000599999', 'Add credit, or set a lower max_tokens.'],
  ['0.000006001', 'Add credit, or set a lower max_tokens.'],
  ['0.000006', 'Add credit.'],
])('with %s USD, a PDF is read only if its answer can be paid', async (credit, advice) => {
  let count = 0;
  const reader: DocumentReader['readPages'] = async () => {
    count += 1;
    return { kind: 'malformed', reason: 'it is odd' };
  };
  await using text = await open(reader, credit);
  const { status, body } = await text.chat({ messages: [user(pdfs(1))], max_tokens: 100 });
  expect([status, count]).toEqual(advice === undefined ? [400, 1] : [402, 0]);
  if (advice !== undefined)
    expect(at(body, 'error', 'message')).toBe(
      `The balance of ${credit} USD does not cover the hold of 0.0006 USD for this request: up to 100 output tokens at 6 USD per 1000000. ${advice}`,
    );
});

test('the capacity for the PDFs of a request is free again for the next', async () => {
  await using text = await openText(fetchShell, {
    bounds: { reference_requests: { per_account: 1, per_process: 1 } },
    ports: { textEngine, documentReader: { readPages: async () => ({ kind: 'read', pages: [] }) } },
  });
  for (let turn = 0; turn < 3; turn += 1)
    expect((await text.chat({ messages: [user(pdfs(1))] })).status).toBe(200);
});
