import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createDocumentReader } from '../../../src/adapters/documents/create-document-reader.ts';
import { createReferenceFetcher } from '../../../src/adapters/media/fetch/create-reference-fetcher.ts';
import { createWorkerPool } from '../../../src/adapters/workers/create-worker-pool.ts';
import {
  bushyPageTree,
  crossReferenceBomb,
  cyclicBox,
  cyclicPageTree,
  cyclicParents,
  deepPageTree,
  emptyPageTree,
  endlessFile,
  lockedFile,
  nestedArrays,
  objectStreamBomb,
  quadraticFiles,
} from './hostile-pdf.ts';
import { LETTER, pdfFile, pdfUri } from './pdf-file.ts';

/** Smaller limits than those of a service: a hostile file exceeds any limit. */
const HEAP_BYTES = 2 ** 26;
const BUFFER_BYTES = 2 ** 25;
const PATIENCE_MS = 300_000;
const workers = createWorkerPool({
  size: 2,
  waiting: 10,
  waitingOfOwner: 10,
  waitMs: PATIENCE_MS,
  heapBytes: HEAP_BYTES,
  idleMs: 60_000,
});
afterAll(() => workers.close());
const fetcher = createReferenceFetcher();
const limits = { maxBytes: 10_000_000, maxPages: 472, timeoutMs: 1000, owner: 'alpha' };
const uri = (bytes: Uint8Array) => `data:application/pdf;base64,${Buffer.from(bytes).toString('base64')}`;
const openReader = (parseMs = PATIENCE_MS) =>
  createDocumentReader({ fetcher, workers, parseMs, bufferBytes: BUFFER_BYTES });

test.each([
  ['a page tree of 10,000 levels', deepPageTree(10_000), { kind: 'read', pages: [LETTER] }],
  ['a page tree that is its own child', cyclicPageTree, { kind: 'malformed', reason: 'the PDF is damaged' }],
  [
    'a page tree of 400 branches at every level',
    bushyPageTree,
    { kind: 'malformed', reason: 'the PDF is damaged' },
  ],
  ['a billion pages that are not there', emptyPageTree('1000000000'), { kind: 'malformed' }],
  ['fewer pages than none', emptyPageTree('-5'), { kind: 'malformed' }],
  ['no pages', emptyPageTree('0'), { kind: 'malformed', reason: 'the PDF has no pages' }],
  ['a box that is itself', cyclicBox, { kind: 'read' }],
  ['parents that are children', cyclicParents, { kind: 'read' }],
  ['100,000 arrays inside each other', nestedArrays(100_000), { kind: 'malformed' }],
  ['a password', lockedFile, { kind: 'malformed', reason: 'the PDF asks for a password' }],
  [
    'more pages than may be',
    pdfFile(Array.from({ length: 473 }, () => LETTER)),
    { kind: 'too_many_pages', pageCount: 473 },
  ],
])('a file with %s is read or refused', async (_what, bytes, want) => {
  expect(await openReader().readPages(uri(bytes), limits)).toMatchObject(want);
});

test.each(quadraticFiles)('a file of %s that takes minutes is refused', async (_what, bytes) => {
  expect(bytes.length).toBeLessThan(1_000_000);
  expect(await openReader(1500).readPages(uri(bytes), limits)).toEqual({
    kind: 'too_complex',
    // A fast machine fills the memory of a thread before the time limit.
    reason: expect.stringMatching(
      /^reading it took (longer than 1\.5 seconds|more memory than one file may)$/,
    ),
  });
});

test.each([
  ['cross-reference stream', crossReferenceBomb(1024)],
  ['object stream', objectStreamBomb(1024)],
])('a gigabyte in the %s of a small file is refused and never allocated', async (_what, bytes) => {
  expect(bytes.length).toBeLessThan(4000);
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  onTestFinished(() => clearInterval(watch));
  expect(await openReader().readPages(uri(bytes), limits)).toEqual({
    kind: 'too_complex',
    reason: 'reading it took more memory than one file may',
  });
  expect((most - before) / 2 ** 20).toBeLessThan(600);
});

test('other files are read meanwhile, and a cancelled one is dropped', async () => {
  const leave = new AbortController();
  let isOver = false;
  const hostile = openReader()
    .readPages(uri(endlessFile), { ...limits, signal: leave.signal })
    .finally(() => {
      isOver = true;
    });
  for (let count = 0; count < 3; count += 1) {
    expect(await openReader().readPages(pdfUri([LETTER]), limits)).toEqual({ kind: 'read', pages: [LETTER] });
  }
  expect(isOver).toBe(false);
  leave.abort();
  expect(await hostile).toEqual({ kind: 'unreachable', reason: 'the request was ended' });
});
