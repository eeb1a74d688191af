import { afterAll, expect, test } from 'vitest';
import { createDocumentReader } from '../../../src/adapters/documents/create-document-reader.ts';
import { createReferenceFetcher } from '../../../src/adapters/media/fetch/create-reference-fetcher.ts';
import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';
import { PATIENCE_MS } from '../../support/until.ts';
import { A4, LETTER, pdfFile, pdfUri } from './pdf-file.ts';

const workers = createWorkerPool();
afterAll(() => workers.close());
const reader = createDocumentReader({ fetcher: createReferenceFetcher(), workers, parseMs: PATIENCE_MS });
const limits = { maxBytes: 1_000_000, maxPages: 10, timeoutMs: PATIENCE_MS, owner: 'alpha' };
const uri = (bytes: Uint8Array | string) =>
  `data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`;

test('reads the dimensions of every page as displayed', async () => {
  const pages = [LETTER, A4, { ...LETTER, rotate: 90 }, { width: 100, height: 50, rotate: 180 }];
  expect(await reader.readPages(pdfUri(pages), limits)).toEqual({
    kind: 'read',
    pages: [LETTER, A4, { width: 792, height: 612 }, { width: 100, height: 50 }],
  });
});

test('reads a file without its cross-reference table', async () => {
  const whole = new TextDecoder().decode(pdfFile([LETTER]));
  const cut = whole.replace(/xref[\s\S]*?(?=trailer)/, '');
  expect(await reader.readPages(uri(cut), limits)).toEqual({ kind: 'read', pages: [LETTER] });
});

test.each([
  ['bytes of something else', uri('<!doctype html>'), 'malformed'],
  ['a head alone', uri('%PDF-1.7\n'), 'malformed'],
  ['rubbish behind a head', uri(`%PDF-1.7\n${'trailer << /Root 1 0 R >> '.repeat(50)}`), 'malformed'],
  ['no data', 'data:application/pdf;base64,', 'malformed'],
  ['data that is no base64', 'data:application/pdf;base64,JVBE*A==', 'malformed'],
  ['padding inside', 'data:application/pdf;base64,JVA=RgAA', 'malformed'],
  ['letters beyond ASCII', 'data:application/pdf;base64,JVB\u0141', 'malformed'],
  ['data without padding', 'data:application/pdf;base64,JVBER', 'malformed'],
  ['another scheme', 'ftp://files.example/a.pdf', 'malformed'],
  ['a closed port', 'http://127.0.0.1:1/a.pdf', 'unreachable'],
])('refuses %s', async (_what, address, kind) => {
  expect(await reader.readPages(address, limits)).toMatchObject({ kind });
});

test('enforces its limits', async () => {
  const address = pdfUri(Array.from({ length: 11 }, () => A4));
  expect(await reader.readPages(address, limits)).toEqual({ kind: 'too_many_pages', pageCount: 11 });
  expect(await reader.readPages(address, { ...limits, maxBytes: 100 })).toEqual({
    kind: 'too_large',
    maxBytes: 100,
    bytes: pdfFile(Array.from({ length: 11 }, () => A4)).length,
  });
});
