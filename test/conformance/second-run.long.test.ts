import { expect, onTestFinished, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { startMockServer } from '../../src/node/mock-server.ts';

/** Cases about text, without those in which the speed of the machine decides how far the mock searches for an answer. */
const TEXT = /^(caching|chat\.(?!json-schema)|usage|pricing\.(tokens|tool-calls|cached-tokens))/;

/**
 * As an outsider sees it: one account, no sessions, no control plane. Time runs faster, but not so fast that a cache expires between two
 * runs.
 */
async function start(): Promise<string> {
  const mock = await startMockServer({ port: 0, host: '127.0.0.1', speed: 4 });
  if (mock.kind === 'failed') throw new Error(mock.message);
  onTestFinished(() => mock.close());
  return mock.baseUrl;
}

/** Chats with a picture are the same in each run: only their answers are compared, not their costs. */
const READS_NO_COST = /^chat\./;

/** Requests of cases that compare costs: those that were cached in part, or all. */
function bodies(results: readonly CaseResult[], { areCached }: { readonly areCached: boolean }): Set<string> {
  const exchanges = results
    .filter(({ id }) => !READS_NO_COST.test(id))
    .flatMap((one) => one.exchanges.map((kept) => kept().logged));
  return new Set(
    exchanges
      .filter(({ response }) => !areCached || /"cached_tokens":[1-9]/.test(response.body ?? ''))
      .flatMap(({ request }) => request.body ?? []),
  );
}

test('a second run on the same account finds nothing of the first in the cache, and passes', async () => {
  const suite = await readSuite();
  const cases = expandCases(suite).filter(({ id }) => TEXT.test(id));
  const target = { base_url: await start(), keys: { rich: 'sk-mock' } };
  const run = (seed: string): Promise<readonly CaseResult[]> =>
    runSuite({ suite, target, cases, jobs: 8, seed });
  const [first, second] = [await run('first'), await run('second')];
  const failed = second.flatMap(({ id, checks }) =>
    checks
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ expected, actual }) => [id, expected, actual]),
  );
  expect(failed).toEqual([]);
  const cached = bodies(second, { areCached: true });
  expect(cached.size).toBeGreaterThan(3);
  const sent = bodies(first, { areCached: false });
  expect([...cached].filter((body) => sent.has(body))).toEqual([]);
});
