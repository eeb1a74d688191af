import { afterAll, expect, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { isObject, toObject } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { findTarget } from '../../src/conformance/target/find-target.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { startTampered } from './mutants/start-tampered.ts';
import type { Tampering } from './mutants/tampering.ts';
import { changingAnswer, to } from './mutants/tampers.ts';

const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
if (mock.kind === 'failed') throw new Error(mock.message);
afterAll(() => mock.close());
const suite = await readSuite();
const cases = expandCases(suite).filter(({ file }) =>
  /cases\/(?:usage|caching|pdf|pricing\/(?:text|compared|rates))/.test(file),
);

const toPricing = to('/api/pricing/model');

const otherNames = changingAnswer(toPricing, (body) => {
  const { pricing } = toObject(body.data);
  const { input, output, ...rates } = toObject(toObject(pricing).effective_rates);
  const renamed = input === undefined ? rates : { ...rates, prompt: input, completion: output };
  return { ...body, data: { pricing: { ...toObject(pricing), effective_rates: renamed } } };
});

/** Exact numbers in another form: 45e-3, as some libraries write them. */
const otherNumbers: Tampering = {
  response(response, request) {
    if (!toPricing(request) || !isObject(response.body)) return response;
    const text = JSON.stringify(response.body).replace(
      /:(\d+\.\d+)/g,
      (_, amount: string) => `:${Math.round(Number(amount) * 1e6)}e-6`,
    );
    return { ...response, bytes: Buffer.from(text) };
  },
};

/** Balances have six decimals. */
const rounded = changingAnswer(to('/v1/user/balance'), ({ remain_balance, used_balance, ...rest }) => ({
  ...rest,
  remain_balance: Math.floor(Math.round(Number(remain_balance) * 1e9) / 1e3) / 1e6,
  used_balance: Math.ceil(Math.round(Number(used_balance) * 1e9) / 1e3) / 1e6,
}));

test.each([
  ['other names of rates', otherNames],
  ['another form of numbers', otherNumbers],
  ['charges of six decimals', rounded],
])('a gateway with %s breaks no MUST', { timeout: 120_000 }, async (_, tampering) => {
  await using tampered = await startTampered(mock.baseUrl, tampering);
  const target = await findTarget({ base_url: tampered.baseUrl });
  const results = await runSuite({ suite, target, cases, jobs: 8, seed: 'lists' });
  const failed = results.flatMap(({ id, checks }) =>
    checks
      .filter(({ outcome, requirement = '' }) => {
        return outcome === 'failed' && suite.requirements.get(requirement)?.level === 'MUST';
      })
      .map(({ requirement }) => `${requirement} in ${id}`),
  );
  expect(failed).toEqual([]);
});
