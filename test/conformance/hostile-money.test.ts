import { expect, test } from 'vitest';
import { toUsd } from '../../src/conformance/money/balances.ts';
import { highestSpend } from '../../src/conformance/money/highest-spend.ts';
import { openMoney } from '../../src/conformance/money/open-money.ts';
import { createPriceList } from '../../src/conformance/money/price-list.ts';
import { createLiveness } from '../../src/conformance/run/liveness.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import type { JsonObject } from '../../src/conformance/suite/json.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { callCommand } from '../cli/call-command.ts';
import { balance, imageCases, LIST, startHostile } from './hostile-gateway.ts';

const suite = await readSuite();

const pricing = (effective_rates: object, more: object = {}) => ({
  success: true,
  data: { pricing: { effective_rates, ...more } },
});

test.each<[string, unknown, string]>([
  ['nothing', pricing({ per_call: 0 }), '0.09'],
  ['no number', pricing({ per_call: null, currency: 'USD', tiers: { '2K': 0.5 } }), '0.09'],
  ['less than nothing', pricing({ per_call: -1 }), '0.09'],
  ['a part of it', pricing({ '1K': 0.01, '2K': 0 }), '0.09'],
  ['a number without end', `{"data":{"pricing":{"effective_rates":{"per_call":1e999}}}}`, '0.09'],
  ['more than all money', pricing({ per_call: 1e300 }), '1000000000'],
  ['a text', pricing({ per_call: '0.5' }), '0.5'],
  ['next to nothing', pricing({ per_call: 1e-300 }), '0.000000001'],
  ['a fraction of the smallest amount', pricing({ per_call: 1.5e-9 }), '0.000000002'],
])('a price that is %s makes nothing free', async (_, said, want) => {
  const { baseUrl } = await startHostile(() => said);
  const [one] = imageCases(suite, 1);
  if (!one) throw new Error('There is no case.');
  const prices = createPriceList({ base_url: baseUrl, keys: { rich: 'sk-1' } }, suite.models);
  expect(toUsd((await highestSpend(one, suite, prices)).nanoUsd)).toBe(want);
});

test('a price per 0 tokens is read as per the number in the model files', async () => {
  const step = {
    request: { operation: 'createChatCompletion', body: { model: 'qx3.8-max', max_tokens: 100 } },
  };
  const one = { id: 'a.b', title: '', file: '', values: {}, steps: [step] };
  const usd = async (unit: string): Promise<number> => {
    const { baseUrl } = await startHostile(() => pricing({ input: 1, output: 2 }, { unit }));
    const prices = createPriceList({ base_url: baseUrl, keys: { rich: 'sk-1' } }, suite.models);
    return Number(toUsd((await highestSpend(one, suite, prices)).nanoUsd));
  };
  expect(await usd('0 tokens')).toBe(await usd('1000000 tokens'));
});

test('the highest of several limits of tokens counts, and ten calls of tools where nothing limits them', async () => {
  const { baseUrl } = await startHostile(() => pricing({ input: 1, output: 2 }, { unit: '1000000 tokens' }));
  const prices = createPriceList({ base_url: baseUrl, keys: { rich: 'sk-1' } }, suite.models);
  const usd = async (operation: string, fields: JsonObject): Promise<string> => {
    const step = { request: { operation, body: { model: 'qx3.8-max', ...fields } } };
    const one = { id: 'a.b', title: '', file: '', values: {}, steps: [step] };
    return toUsd((await highestSpend(one, suite, prices)).nanoUsd);
  };
  const chat = (fields: JsonObject) => usd('createChatCompletion', fields);
  const [low, high] = [{ max_tokens: 10 }, { max_completion_tokens: 100_000 }];
  const both = Number(await chat({ ...low, ...high }));
  expect(both).toBeGreaterThan(0.2);
  expect(Number(await chat(low))).toBeLessThan(0.001);
  const ask = { max_output_tokens: 10, tools: [{ type: 'web_search' }] };
  const [unlimited, one, ten] = await Promise.all(
    [{}, { max_tool_calls: 1 }, { max_tool_calls: 10 }].map((limit) =>
      usd('createResponse', { ...ask, ...limit }),
    ),
  );
  expect(Number(unlimited)).toBeGreaterThan(Number(one));
  expect(Number(unlimited)).toBeCloseTo(Number(ten), 3);
});

test('a price of a thousand images is that of each, times a thousand', async () => {
  const { baseUrl } = await startHostile(() => pricing({ '1K': 45, '2K': 90 }, { unit: '1000 images' }));
  const [one] = imageCases(suite, 1);
  if (!one) throw new Error('There is no case.');
  const prices = createPriceList({ base_url: baseUrl, keys: { rich: 'sk-1' } }, suite.models);
  expect(toUsd((await highestSpend(one, suite, prices)).nanoUsd)).toBe('0.09');
});

/** A gateway that finishes images immediately, and reports the amounts that a test wants. */
const selling =
  (money: (images: number) => { readonly balance: object; readonly cost: number }) =>
  (): ((asked: { method: string; path: string }) => unknown) => {
    let images = 0;
    return ({ method, path }) => {
      if (path === '/v1/models') return LIST;
      if (path.endsWith('/user/balance')) return money(images).balance;
      if (method === 'POST')
        return { code: 200, data: [{ status: 'submitted', task_id: `task_${++images}` }] };
      if (path.startsWith('/v1/tasks/'))
        return {
          id: path.slice('/v1/tasks/'.length),
          status: 'success',
          progress: 100,
          cost: money(images).cost,
        };
      return {};
    };
  };

test.each([
  ['only the rest falls', selling((images) => ({ balance: balance(10 - 0.09 * images, 0), cost: 0 }))],
  ['only what is used grows', selling((images) => ({ balance: balance(10, 0.09 * images), cost: 0 }))],
  ['the balance never changes', selling(() => ({ balance: balance(10, 0), cost: 0.09 }))],
  ['a task costs more than there is', selling(() => ({ balance: balance(10, 0), cost: 1e30 }))],
  ['the balance cannot be read', selling(() => ({ balance: {}, cost: 0 }))],
])('a limit holds where %s', async (_, start) => {
  const gateway = await startHostile(start());
  const target = {
    base_url: gateway.baseUrl,
    keys: { rich: 'sk-1' },
    callbacks: false,
    media: false,
  } as const;
  const liveness = createLiveness();
  const money = await openMoney({ suite, target, liveness }, '0.3');
  const cases = imageCases(suite, 6);
  const results = await runSuite({ suite, target, cases, jobs: 2, seed: 'test', liveness, ...money.run });
  const images = gateway.asked.filter((line) => line === 'POST /v1/images/generations').length;
  expect(images).toBe(3);
  expect(results).toHaveLength(6);
  expect(results.filter(({ tasks }) => tasks.length === 0)).toHaveLength(3);
});

test.each<[string, object, string | undefined]>([
  ['is said', balance(10, 0), '0.18'],
  ['is not said where the balance cannot be read', {}, undefined],
])('what cases on accounts of their own spent %s', async (_, read, want) => {
  const gateway = await startHostile(selling(() => ({ balance: read, cost: 0.09 }))());
  const target = {
    base_url: gateway.baseUrl,
    keys: { rich: 'sk-1' },
    isolation: { headers: { 'x-case': '{{case}}' } },
    callbacks: false,
    media: false,
  } as const;
  const liveness = createLiveness();
  const money = await openMoney({ suite, target, liveness }, undefined);
  const cases = imageCases(suite, 2);
  const results = await runSuite({ suite, target, cases, jobs: 1, seed: 'test', liveness });
  expect(results.every(({ tasks }) => tasks.length > 0)).toBe(true);
  expect((await money.close(results)).spent.spent_usd).toBe(want);
});

test('a case whose own balance cannot be read counts with the most that it can cost', async () => {
  const target = {
    base_url: 'http://127.0.0.1:9',
    keys: { rich: 'sk-1' },
    isolation: { headers: { 'x-case': '{{case}}' } },
  };
  const { run } = await openMoney({ suite, target, liveness: createLiveness() }, '0.2');
  if (!run.money) throw new Error('There is no limit.');
  const { budget, settle } = run.money;
  const most = 150_000_000n;
  expect(await budget.reserve(most)).toBe(true);
  settle({ ...ENDED, spent: 'unknown' }, most);
  await budget.release(most);
  expect([await budget.reserve(50_000_001n), await budget.reserve(50_000_000n)]).toEqual([false, true]);
});

const ENDED: CaseResult = {
  ...{ id: 'a.b', title: '', file: '', checks: [], exchanges: [], tasks: [], tookMs: 1 },
  outcome: 'passed',
};

test.each([
  ['is on hold', [balance(10, 0), balance(9.91, 0), balance(9.91, 0.09)], 3],
  ['has been spent', [balance(10, 0), balance(9.91, 0.09)], 2],
])('at the end, balances are read until no money is on hold: some money %s', async (_, said, times) => {
  const { baseUrl, asked } = await startHostile(({ count }) => said[count - 1] ?? said.at(-1));
  const liveness = createLiveness();
  const target = { base_url: baseUrl, keys: { rich: 'sk-1' } };
  const money = await openMoney({ suite, target, liveness }, undefined);
  expect((await money.close([])).spent).toEqual({ spent_usd: '0.09' });
  expect(asked).toEqual(Array(times).fill('GET /v1/user/balance'));
});

test('with nothing to spend, nothing is sent that could be charged, whatever it is said to cost', async () => {
  const gateway = await startHostile(({ path }) => {
    if (path === '/v1/models') return LIST;
    return path === '/api/pricing/model' ? pricing({ default: 0 }) : {};
  });
  const { out } = await callCommand(
    ...['conform', gateway.baseUrl, '--key', 'sk-rich', '--free-only', '--spend-limit', '0'],
    ...['--only', 'limits,submission'],
  );
  expect(out).toContain('the spend limit leaves too little');
  expect(gateway.asked.filter((line) => /^POST .*(images|videos)/.test(line))).toEqual([]);
});

test.each([
  ['--plan', 0, 'would run'],
  ['--spend-limit=1', 2, 'Nothing was proven: '],
  ['--jobs=4', 1, 'Failed: '],
])('odd numbers end no run: %s', async (option, want, told) => {
  const gateway = await startHostile(
    ({ path, method }) =>
      ({
        '/v1/models': { ...LIST, data: suite.models.map(({ id }) => ({ id })) },
        '/api/pricing/model': pricing({ input: 1e300, output: 1e308 }, { unit: '0 tokens' }),
        '/v1/user/balance': '{"success":true,"remain_balance":1e300,"used_balance":-1e999}',
      })[path] ??
      (method === 'POST'
        ? { code: 200, data: [{ status: 'submitted', task_id: 'task_\ud800' }] }
        : '{"id":"task_\\ud800","status":"success","progress":1e99,"cost":1e30}'),
  );
  const { code, out, err } = await callCommand(
    ...['conform', gateway.baseUrl, '--key', 'sk-rich', '--only', 'tasks', option],
  );
  expect(err).not.toContain('    at ');
  expect([code, out]).toEqual([want, expect.stringContaining(told)]);
});
