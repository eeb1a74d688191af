import { createServer } from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type ExpandedCase, expandCases } from '../../src/conformance/expand/expand.ts';
import { readBalances, spentBetween, toUsd } from '../../src/conformance/money/balances.ts';
import { createBudget } from '../../src/conformance/money/budget.ts';
import { compareBalances } from '../../src/conformance/money/compare-balances.ts';
import { highestSpend } from '../../src/conformance/money/highest-spend.ts';
import { planSpending } from '../../src/conformance/money/plan.ts';
import { createPriceList } from '../../src/conformance/money/price-list.ts';
import type { Step } from '../../src/conformance/suite/case.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { type Called, callCommand } from '../cli/call-command.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { at, listAt } from '../support/open-wire.ts';

const suite = await readSuite();
const mock = await startMockServer({ port: 0, host: '127.0.0.1' });
if (mock.kind === 'failed') throw new Error(mock.message);
afterAll(() => mock.close());

async function highest(baseUrl: string, ...steps: readonly Step[]): Promise<readonly [string, ...string[]]> {
  const one: ExpandedCase = {
    id: 'a.b',
    title: '',
    file: '',
    values: { count: 3, operation: 'createImage', folder: 'generations' },
    steps,
  };
  const prices = createPriceList({ base_url: baseUrl, keys: { rich: 'sk-mock' } }, suite.models);
  const { nanoUsd, sources } = await highestSpend(one, suite, prices);
  return [toUsd(nanoUsd), ...sources];
}

const image = (body: object, expectation?: object): Step => ({
  request: { operation: 'createImage', body: { model: 'sx-5-0-pro', prompt: 'x', ...body } },
  ...(expectation && { expect: [expectation] }),
});

test.each<[string, { step: Step; want: string }]>([
  ['an image at the highest rate', { step: image({}), want: '0.09' }],
  ['each reference at its price', { step: image({ image_urls: ['a', 'b'] }), want: '0.096' }],
  ['the hold of a decomposition', { step: image({ layer_decomposition: true }), want: '1.53' }],
  ['as many images as are made', { step: image({ model: 'qx-image-3.0', n: 100 }), want: '0.18' }],
  ['values of the row', { step: image({ model: 'qx-image-3.0', n: '{{count}}' }), want: '0.09' }],
  [
    'a clip by its seconds and tier',
    {
      step: {
        request: {
          operation: 'createVideo',
          body: { model: 'vxq3', prompt: 'x', duration: 4, resolution: '540p' },
        },
      },
      want: '0.12',
    },
  ],
  [
    'several at once',
    {
      step: {
        parallel: { times: 5, request: { operation: 'createImage', body: { model: 'qx-image-3.0' } } },
      },
      want: '0.15',
    },
  ],
])('the highest spend counts %s, by the pricing endpoint', async (_name, { step, want }) => {
  expect(await highest(mock.baseUrl, step)).toEqual([want, 'pricing endpoint']);
});

test('a step whose number of requests is known only in the run counts as many', async () => {
  const request = { operation: 'createImage', body: { model: 'qx-image-3.0' } };
  const [usd] = await highest(mock.baseUrl, { parallel: { times: '{{saved}}', request } });
  expect(Number(usd)).toBeGreaterThan(10 * 0.03);
});

test('counts images and seconds by the file of an added model', async () => {
  const models = [
    { id: 'four', output: { images: { count: '4', max: 4 } } },
    { id: 'still', output: { video: { seconds: '7' } } },
    { id: 'silent', output: { video: {} } },
  ];
  const prices = async () => ({
    rates: { any: 1 },
    source: 'model files' as const,
    furtherReference: 0,
    per: 1,
    tool: 0,
  });
  const costOf = async (operation: string, model: string) => {
    const steps = [{ request: { operation, body: { model, prompt: 'x' } } }];
    const one = { id: 'a.b', title: '', file: '', values: {}, steps };
    return toUsd((await highestSpend(one, { contract: suite.contract, models }, prices)).nanoUsd);
  };
  expect(await costOf('createImage', 'four')).toBe('4');
  expect(await costOf('createVideo', 'still')).toBe('7');
  expect(await costOf('createVideo', 'silent')).toBe('60');
});

test.each<[string, Step]>([
  ['a request that is refused', image({}, { status: 400 })],
  ['any refusal', image({}, { status: '4xx' })],
  [
    'a request without a key',
    { request: { operation: 'createImage', key: 'none', body: { model: 'sx-5-0-pro' } } },
  ],
  [
    'an account without funds',
    { request: { operation: 'createImage', key: 'poor', body: { model: 'sx-5-0-pro' } } },
  ],
  ['another operation', { request: { operation: 'listModels' } }],
])('%s spends nothing', async (_name, step) => {
  expect(await highest(mock.baseUrl, step)).toEqual(['0']);
});

test.each<[string, Step]>([
  ['the name of its operation', { request: { operation: '{{operation}}', body: { model: 'sx-5-0-pro' } } }],
  ['its path', { request: { method: 'POST', path: '/v1/images/{{folder}}', body: { model: 'sx-5-0-pro' } } }],
])('a request is recognised by %s, even when the row gives it', async (_name, step) => {
  expect(await highest(mock.baseUrl, step)).toEqual(['0.09', 'pricing endpoint']);
});

test.each<[string, Step, string]>([
  ['an image', image({ n: 'two' }, { status: 400 }), '0.09'],
  [
    'a clip of the longest duration',
    {
      request: { operation: 'createVideo', body: { model: 'vxq3', duration: 999, resolution: '540p' } },
      expect: [{ status: 400 }],
    },
    '0.48',
  ],
  [
    'a text at the rates of texts',
    {
      request: { operation: 'createResponse', body: { model: 'vxq3', max_output_tokens: 1000 } },
      expect: [{ status: 400 }],
    },
    '0.00603',
  ],
])('if the target accepts what it must reject, %s is charged', async (_name, step, want) => {
  const one: ExpandedCase = { id: 'a.b', title: '', file: '', values: {}, steps: [step] };
  const prices = createPriceList({ base_url: mock.baseUrl, keys: { rich: 'sk-mock' } }, suite.models);
  const { nanoUsd, ifAccepted } = await highestSpend(one, suite, prices);
  expect([toUsd(nanoUsd), toUsd(ifAccepted)]).toEqual(['0', want]);
});

test('a model that is unknown before the case runs costs as much as the most expensive image', async () => {
  const [usd] = await highest('http://127.0.0.1:9', image({ model: '{{saved}}' }));
  const rates = suite.models
    .filter(({ operation }) => operation !== 'chat_completion')
    .flatMap(({ prices }) => listAt(prices, 'rates').map((rate) => Number(at(rate, 'rate'))));
  expect(rates).toContain(0.09);
  expect(Number(usd)).toBe(Math.max(...rates));
});

test('a long text is priced by its actual tokens, not by an average', async () => {
  const words = { $text: { words: 1_000_000, of: 'a' } };
  const body = { model: 'qx3.8-max', max_tokens: 1, messages: [{ role: 'user', content: words }] };
  const [usd] = await highest('http://127.0.0.1:9', { request: { operation: 'createChatCompletion', body } });
  expect(Number(usd)).toBeGreaterThan(1);
  expect(Number(usd)).toBeLessThan(4);
});

test.each([
  ['one call', { max_tool_calls: 1 }, 0.012],
  ['ten calls, unless the request says', {}, 0.12],
  ['no call without a tool', { tools: [] }, 0],
])('tools are priced by the call: %s', async (_, given, want) => {
  const body = {
    model: 'qx3.8-max',
    max_output_tokens: 1,
    input: 'x',
    tools: [{ type: 'web_search' }],
    ...given,
  };
  const spend = async (url: string) =>
    Number((await highest(url, { request: { operation: 'createResponse', body } }))[0]);
  expect(await spend(mock.baseUrl)).toBeCloseTo(want, 3);
  expect(await spend('http://127.0.0.1:9')).toBeCloseTo(want, 3);
});

test('the balances of all accounts that cases spend from are read', async () => {
  const gateway = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"remain_balance":2,"used_balance":0.5}');
  });
  onTestFinished(() => void gateway.close());
  const balances = await readBalances({
    base_url: `http://127.0.0.1:${await listenOnLoopback(gateway)}`,
    keys: { rich: ['sk-1', 'sk-2'], restricted: { key: 'sk-3', models: [] }, other: 'sk-4', poor: 'sk-5' },
  });
  const [remain, used] = [2_000_000_000n, 500_000_000n];
  expect(balances).toEqual(['sk-1', 'sk-2', 'sk-3', 'sk-4'].map((key) => ({ key, remain, used })));
});

test('a target without prices is planned by the model files', async () => {
  expect(await highest('http://127.0.0.1:9', image({}))).toEqual(['0.09', 'model files']);
});

test('a budget is never exceeded: what running cases may spend is reserved, and real charges replace it', async () => {
  let spent = 0n;
  const budget = createBudget({ limit: 100n, spent: async () => spent });
  expect(await budget.reserve(60n)).toBe(true);
  const waiting = budget.reserve(50n);
  spent = 40n;
  await budget.release(60n);
  expect(await waiting).toBe(true);
  spent = 90n;
  await budget.release(50n);
  expect([await budget.reserve(11n), await budget.reserve(10n)]).toEqual([false, true]);
});

test('without a balance, reservations stay', async () => {
  const budget = createBudget({ limit: 100n, spent: async () => undefined });
  expect(await budget.reserve(60n)).toBe(true);
  await budget.release(60n);
  expect(await budget.reserve(60n)).toBe(false);
});

test('keys of one account count once', () => {
  const before = [
    { key: 'a', remain: 10n, used: 0n },
    { key: 'b', remain: 10n, used: 0n },
    { key: 'c', remain: 5n, used: 5n },
  ];
  const after = [
    { key: 'a', remain: 7n, used: 3n },
    { key: 'b', remain: 7n, used: 3n },
    { key: 'c', remain: 4n, used: 6n },
  ];
  expect(spentBetween(before, after)).toBe(4n);
  expect(spentBetween(before, after.slice(1))).toBeUndefined();
  expect(spentBetween([], after)).toBeUndefined();
});

test('money that disappears is a failure, and so is a cost missing from used_balance', () => {
  const before = { key: 'a', remain: 10n, used: 0n };
  const outcomes = (remain: bigint, used: bigint): readonly string[] =>
    compareBalances(before, { key: 'a', remain, used }, [
      {
        id: 't',
        authorization: 'Bearer a',
        record: { status: 'success', cost: 0.000000003, isWrapped: false },
      },
    ]).map(({ outcome }) => outcome);
  expect([outcomes(7n, 3n), outcomes(10n, 3n), outcomes(8n, 2n)]).toEqual([
    ['passed', 'passed'],
    ['failed', 'passed'],
    ['passed', 'failed'],
  ]);
});

test('a plan leaves out what cannot be checked, such as a million tokens without a clock', async () => {
  const cases = expandCases(suite).filter(({ id }) =>
    ['chat.longest-answer', 'chat.completion', 'video.seed/zero'].includes(id),
  );
  const plan = await planSpending(cases, suite, { base_url: mock.baseUrl, keys: { rich: 'sk-mock' } });
  expect(plan.map(({ one, missing, nanoUsd }) => [one.id, missing ?? '', nanoUsd > 0n])).toEqual([
    ['chat.completion', '', true],
    ['chat.longest-answer', 'not configured in the target file: clock', false],
    ['video.seed/zero', 'not configured in the target file: media', false],
  ]);
});

const conform = (...args: readonly string[]): Promise<Called> =>
  callCommand('conform', mock.baseUrl, ...args);

test('--plan says what would run and the most that it costs, and runs nothing', async () => {
  const { code, out } = await conform('--plan', '--only', 'submission');
  expect(code).toBe(0);
  expect(out).toMatch(
    /\n\d+ cases would run: \d+ free, \d+ that can cost [\d.]+ USD at most, by the pricing endpoint\.\nThe maximum assumes /,
  );
  expect(out).toMatch(/^ *Max USD {2}Case\n/);
  expect(out).toMatch(/\n *Max USD {2}Folder\n *[\d.]+ {2}submission, \d+ cases\n/);
  expect(out).toMatch(
    /\nRequests that must be rejected count as free\. .* could cost [\d.]+ USD more; --spend-limit covers/,
  );
  expect(out).toContain('To spend less: --free-only, --spend-limit USD, or --only and --skip.\n');
});

test('--plan prints no selector that would run more cases than the plan has', async () => {
  const { out } = await conform('--plan', '--only', 'TSK');
  expect(out).toMatch(/\n +[\d.]+ {2}pricing, \d+ cases\n/);
  expect(out).not.toMatch(/\d {2}--only/);
});

test('--plan with a limit says which cases could not start, and that the plan ignores it', async () => {
  const { out } = await conform('--plan', '--only', 'submission', '--spend-limit', '0.000001');
  expect(out).toMatch(
    /\nThis plan ignores --spend-limit 0\.000001\. \d+ cases cannot start under it, because each can cost more: submission\.\S+, /,
  );
  const enough = await conform('--plan', '--only', 'submission', '--spend-limit', '900');
  expect(enough.out).toContain(
    'This plan ignores --spend-limit 900. Each case on its own fits within the limit.\n',
  );
});

test('--free-only spends nothing, --spend-limit no more than that', async () => {
  const free = await conform('--free-only', '--only', 'submission');
  expect([free.code, free.out]).toEqual([0, expect.stringContaining(', 0 USD spent,')]);
  const limited = await conform('--spend-limit', '0.1', '--only', 'submission');
  expect(limited.out).toContain('the spend limit leaves too little');
  expect(Number(/, ([\d.]+) USD spent,/.exec(limited.out)?.[1])).toBeLessThanOrEqual(0.1);
});

test('a request with a malformed key can be charged if the target accepts it', async () => {
  const prices = createPriceList({ base_url: mock.baseUrl, keys: { rich: 'sk-mock' } }, suite.models);
  const forms = expandCases(suite).filter(
    ({ id, steps }) =>
      id.startsWith('auth.form-') &&
      steps.some((step) => {
        const text = JSON.stringify(step);
        return text.includes('createImage') && text.includes('target.key');
      }),
  );
  expect(forms.length).toBeGreaterThan(5);
  const spends = await Promise.all(forms.map((one) => highestSpend(one, suite, prices)));
  expect(spends.map(({ nanoUsd }) => nanoUsd)).toEqual(forms.map(() => 0n));
  expect(spends.filter(({ ifAccepted }) => ifAccepted === 0n)).toEqual([]);
});
