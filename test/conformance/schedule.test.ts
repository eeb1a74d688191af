import { expect, test } from 'vitest';
import type { RunMoney } from '../../src/conformance/run/run-suite.ts';
import type { Step } from '../../src/conformance/suite/case.ts';
import { caseOf, runSmall, startSmall } from './small-gateway.ts';

const ask = (name: string): Step => ({
  request: { operation: 'listModels', query: { name } },
  expect: [{ status: 200 }],
});
const submit: Step = {
  request: { operation: 'createImage', body: { model: 'sx-5-0-pro', prompt: 'A paper boat' } },
  expect: [{ status: 200 }],
};

/** A gateway whose tasks have ended when they are asked for. */
async function start() {
  const small = await startSmall(({ method, path }) => {
    if (method === 'POST') return { body: { code: 200, data: [{ status: 'submitted', task_id: 'task_1' }] } };
    return { body: path.startsWith('/v1/tasks/') ? { id: 'task_1', status: 'success' } : {} };
  });
  const lines = () => small.asked.map(({ method, url }) => `${method} ${url}`);
  return { ...small, lines };
}

test('a case that brings about a failure runs alone: no other case sends a request in between', async () => {
  const { baseUrl, lines } = await start();
  const names = ['a', 'b', 'c', 'd'];
  const cases = names.map((name) =>
    caseOf([ask(name), ask(name), ask(name)], { id: `test.${name}`, needs: ['hook:fail'] }),
  );
  await runSmall({ base_url: baseUrl, hooks: { fail: { path: '/staging/fail' } } }, cases, { jobs: 8 });
  const sent = lines().flatMap((line) => /name=(\w)/.exec(line)?.[1] ?? []);
  expect(sent.join('')).toBe('aaabbbcccddd');
});

test('a case that compares balances waits for the tasks of earlier cases', async () => {
  const { baseUrl, lines } = await start();
  const cases = [
    caseOf([submit], { id: 'test.submits' }),
    caseOf([ask('compares')], { id: 'test.compares', exclusive: true }),
  ];
  await runSmall({ base_url: baseUrl }, cases);
  const sent = lines().flatMap((line) => /images|task_1|compares/.exec(line)?.[0] ?? []);
  expect(sent).toEqual(['images', 'task_1', 'compares']);
});

test('with a limit, what is free runs first, so that there is always enough for it', async () => {
  const { baseUrl, lines } = await start();
  const reserved: bigint[] = [];
  const budget = { reserve: async (most: bigint) => reserved.push(most) > 0, release: async () => {} };
  const money: RunMoney = {
    budget,
    highest: async ({ id }) => (id === 'test.free' ? 0n : 5n),
    settle: () => {},
  };
  const cases = [
    caseOf([submit], { id: 'test.paid' }),
    caseOf([ask('free')], { id: 'test.free' }),
    caseOf([submit], { id: 'test.missing', needs: ['key:poor'] }),
  ];
  const results = await runSmall({ base_url: baseUrl }, cases, { money });
  const [free, paid] = ['name=free', 'POST /v1/images'].map((part) =>
    lines().findIndex((line) => line.includes(part)),
  );
  expect([free, paid]).not.toContain(-1);
  expect(free).toBeLessThan(paid ?? 0);
  expect(reserved, 'a case that cannot run needs no money').toEqual([0n, 5n, 0n]);
  expect(results.map(({ id }) => id)).toEqual(['test.paid', 'test.free', 'test.missing']);
});

test('a case for which the limit leaves too little is unproven, and sends nothing', async () => {
  const { baseUrl, lines } = await start();
  const budget = { reserve: async () => false, release: async () => {} };
  const money: RunMoney = { budget, highest: async () => 5n, settle: () => {} };
  const [result] = await runSmall({ base_url: baseUrl }, [caseOf([submit])], { money });
  expect(result?.checks.map(({ outcome, actual }) => [outcome, actual])).toEqual([
    ['unproven', 'the spend limit leaves too little'],
  ]);
  expect(lines().filter((line) => line.startsWith('POST'))).toEqual([]);
});
