import { describe, expect, test } from 'vitest';
import { createDocumentReader } from '../../../src/adapters/documents/create-document-reader.ts';
import { createInlineWorkers } from '../../../src/adapters/workers/create-inline-workers.ts';
import { LETTER, pdfFile, pdfUri } from '../../adapters/documents/pdf-file.ts';
import { createHeldFetcher } from '../../support/held-fetcher.ts';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { until } from '../../support/until.ts';
import { openText, user } from '../text/open-text.ts';
import { say, scriptedEngine, stop } from '../text/scripted-engine.ts';

const keys = {
  'sk-a': { account: 'alpha' },
  'sk-b': { account: 'alpha' },
  'sk-c': { account: 'beta' },
  'sk-d': { account: 'gamma' },
};
const deposits = { alpha: '1000', beta: '1000', gamma: '1000' };
const ask = (...addresses: readonly string[]) => ({
  stream: false,
  messages: [user(addresses.map((file_url) => ({ type: 'file', file: { file_url } })))],
});
const address = (index: number) => `https://files.example/${index}.pdf`;
const quick = () => scriptedEngine([say('A', 1), stop]);

describe.each(shells)('through the $name shell', (shell) => {
  test('at most four PDFs of one request are fetched concurrently', async () => {
    const fetcher = createHeldFetcher(pdfFile([LETTER]));
    const documentReader = createDocumentReader({ fetcher, workers: createInlineWorkers() });
    await using text = await openText(shell, { ports: { textEngine: quick(), documentReader } });
    const answer = text.chat(ask(...Array.from({ length: 10 }, (_, index) => address(index))));
    await until('four PDFs are asked for', () => fetcher.running() >= 4);
    expect(fetcher.asked).toHaveLength(4);
    fetcher.release();
    expect(at((await answer).body, 'usage', 'prompt_tokens')).toBe(10 * 2082);
    expect(fetcher.most()).toBe(4);
  });

  test('requests with PDFs beyond the limit are refused: 429 for one account, 503 for all', async () => {
    const fetcher = createHeldFetcher(pdfFile([LETTER]));
    const documentReader = createDocumentReader({ fetcher, workers: createInlineWorkers() });
    const bounds = { reference_requests: { per_account: 1, per_process: 2 } };
    const ports = { textEngine: quick(), documentReader };
    await using text = await openText(shell, { keys, deposits, bounds, ports });
    const post = (key: string) => text.chat(ask(address(1)), { key });
    const accepted = [post('sk-a'), post('sk-c')];
    await until('two PDFs are asked for', () => fetcher.running() === 2);
    const [ofAccount, ofAll] = [await post('sk-b'), await post('sk-d')];
    expect([ofAccount.status, at(ofAccount.body, 'error', 'reason')]).toEqual([429, 'too_many_in_progress']);
    expect([ofAll.status, at(ofAll.body, 'error', 'reason')]).toEqual([503, 'overloaded']);
    for (const { headers } of [ofAccount, ofAll]) expect(headers.get('retry-after')).toBe('2');
    expect((await text.chat({ stream: false }, { key: 'sk-d' })).status).toBe(200);
    fetcher.release();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200]);
    expect([(await post('sk-b')).status, (await post('sk-d')).status]).toEqual([200, 200]);
  });

  test('PDFs as data count by their decoded size, and are released', async () => {
    const bytes = pdfUri([LETTER]).length;
    const post = async (room: number, count: number) => {
      const bounds = { reference_bytes: { per_account: room, per_process: 10 * room } };
      await using text = await openText(shell, { bounds, ports: { textEngine: quick() } });
      const { status } = await text.chat(ask(...Array.from({ length: count }, () => pdfUri([LETTER]))));
      expect((await text.store.findAccount('alpha'))?.held).toBe(0n);
      return status;
    };
    expect(await post(bytes - 100, 1)).toBe(429);
    expect(await post(4 * bytes, 20)).toBe(200);
  });

  test('work for a client that disconnects is cancelled', async () => {
    const fetcher = createHeldFetcher(pdfFile([LETTER]));
    const documentReader = createDocumentReader({ fetcher, workers: createInlineWorkers() });
    const bounds = { reference_requests: { per_account: 1, per_process: 1 } };
    await using text = await openText(shell, { bounds, ports: { textEngine: quick(), documentReader } });
    const leaving = new AbortController();
    const addresses = Array.from({ length: 10 }, (_, index) => address(index));
    const left = text.chat(ask(...addresses), { signal: leaving.signal }).catch(() => 'left');
    await until('PDFs are asked for', () => fetcher.running() === 4);
    leaving.abort();
    await Promise.all([left, until('fetches have ended', () => fetcher.running() === 0)]);
    expect(fetcher.asked).toHaveLength(4);
    const next = text.chat(ask(address(1)));
    await until('the next one is asked for', () => fetcher.running() === 1);
    fetcher.release();
    expect((await next).status).toBe(200);
    expect((await text.store.findAccount('alpha'))?.held).toBe(0n);
  });
});
