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
  const wide = { width: 100, height: 50 };
  const turned = [90, 180, 270].map((rotate) => ({ ...wide, rotate }));
  const pages = [LETTER, A4, ...turned, { ...wide, userUnit: 3 }];
  expect(await reader.readPages(pdfUri(pages), limits)).toEqual({
    kind: 'read',
    pages: [
      LETTER,
      A4,
      { width: 50, height: 100 },
      wide,
      { width: 50, height: 100 },
      { width: 300, height: 150 },
    ],
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
  const most = Array.from({ length: 10 }, () => A4);
  expect(await reader.readPages(pdfUri(most), limits)).toEqual({ kind: 'read', pages: most });
  const address = pdfUri(Array.from({ length: 11 }, () => A4));
  expect(await reader.readPages(address, limits)).toEqual({ kind: 'too_many_pages', pageCount: 11 });
  expect(await reader.readPages(address, { ...limits, maxBytes: 100 })).toEqual({
    kind: 'too_large',
    maxBytes: 100,
    bytes: pdfFile(Array.from({ length: 11 }, () => A4)).length,
  });
});

test('a file in the request itself takes its room while it is read', async () => {
  const address = pdfUri([A4]);
  const asked: number[] = [];
  const reserve = (bytes: number) => asked.push(bytes) > 1;
  expect(await reader.readPages(address, { ...limits, reserve })).toEqual({ kind: 'no_room' });
  expect(await reader.readPages(address, { ...limits, reserve })).toMatchObject({ kind: 'read' });
  const data = address.length - address.indexOf(',') - 1;
  expect(asked).toEqual([data, data]);
});
