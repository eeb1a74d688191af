import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createValueFormatter } from '../../src/conformance/checks/value-formatter.ts';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { plainEvaluator } from '../../src/conformance/language/expressions.ts';
import { createRedactor } from '../../src/conformance/report/redact.ts';
import { awaitTasks } from '../../src/conformance/run/await-tasks.ts';
import { createLiveness } from '../../src/conformance/run/liveness.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';
import { type RunOptions, runSuite } from '../../src/conformance/run/run-suite.ts';
import type { Step } from '../../src/conformance/suite/case.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { clean } from '../../src/conformance/terminal/paint.ts';
import { send } from '../../src/conformance/wire/exchange.ts';
import { isPrivate } from '../../src/conformance/wire/private-network.ts';
import { probeFile } from '../../src/conformance/wire/probe-file.ts';
import { callCommand } from '../cli/call-command.ts';
import { imageCases, LIST, startHostile } from './hostile-gateway.ts';

const KEY = 'sk-ab/CD+ef/12+34ghIJ';

const suite = await readSuite();

function run(baseUrl: string, options: Partial<RunOptions>): Promise<readonly CaseResult[]> {
  const target = { base_url: baseUrl, keys: { rich: KEY } };
  return runSuite({ suite, target, cases: imageCases(suite, 1), jobs: 4, seed: 'test', ...options });
}

function caseOf(...steps: readonly Step[]): Pick<RunOptions, 'cases'> {
  const one = { id: 'test.one', title: 'one', file: 'test', requirement: 'GW-SUB-003', steps };
  return { cases: expandCases({ cases: [one], models: suite.models }) };
}

const told = (results: readonly CaseResult[]): readonly string[] =>
  results.flatMap(({ checks }) => checks.map(({ outcome, actual = '' }) => `${outcome}: ${actual}`));

test.each([
  ['as it is', KEY],
  ['with escaped slashes', KEY.replaceAll('/', String.raw`\/`)],
  ['percent-encoded', encodeURIComponent(KEY)],
  ['in base64', Buffer.from(`k:${KEY}`).toString('base64')],
])('a key that comes back %s is detected', async (_, form) => {
  const { baseUrl } = await startHostile(() => `{"success": true, "debug": "${form}"}`);
  const [result] = await run(baseUrl, caseOf({ request: { operation: 'getUserBalance' } }));
  expect(result?.checks.find(({ requirement }) => requirement === 'GW-AUT-016')?.outcome).toBe('failed');
});

test('a value is shown without the key, even where it is cut', () => {
  const tell = createValueFormatter(createRedactor({ base_url: 'http://gw.example', keys: { rich: KEY } }));
  for (let before = 150; before < 200; before++)
    expect(tell({ data: 'x'.repeat(before) + KEY, z: 1 })).not.toContain('sk-');
});

test('an answer that exceeds the limit when decompressed counts as missing', async () => {
  const bomb = gzipSync(Buffer.alloc(20_000_000, ' '));
  const { baseUrl } = await startHostile(({ method }) => (method === 'POST' ? new Uint8Array(bomb) : LIST));
  expect(told(await run(baseUrl, {}))[0]).toMatch(/^failed: .*more than 8388608 bytes/);
});

test('a file may be longer than other responses, whatever its type', async () => {
  const { baseUrl } = await startHostile(() => ' '.repeat(9_000_000));
  const wire = { method: 'GET', url: baseUrl, headers: {} };
  await expect(send(wire)).rejects.toThrow('more than 8388608 bytes');
  expect((await send({ ...wire, isFile: true })).bytes).toHaveLength(9_000_000);
});

test('only the part of long responses that reports show is kept', async () => {
  const gateway = await startHostile(({ path }) =>
    path === '/v1/models' ? LIST : { pad: 'ab '.repeat(400_000) },
  );
  const [result] = await run(gateway.baseUrl, {});
  const texts = result?.exchanges.map((kept) => kept().logged.response.body?.length ?? 0) ?? [];
  expect(texts.length).toBeGreaterThan(0);
  expect(Math.max(...texts)).toBeLessThan(6100);
});

test('a list of many models takes linear time', async () => {
  const entry = { object: 'model', created: 1, owned_by: 'x', supported_endpoint_types: ['x'] };
  const list = {
    ...LIST,
    data: Array.from({ length: 60_000 }, (_, index) => ({ id: `m-${index}`, ...entry })),
  };
  const { baseUrl } = await startHostile(() => list);
  const [result] = await run(
    baseUrl,
    caseOf({ request: { operation: 'listModels' }, expect: [{ status: 200 }] }),
  );
  // In quadratic time the test would time out on any machine.
  expect(result?.checks.find(({ invariant }) => invariant === 'entry-id')?.outcome).toBe('passed');
});

test('ids that are not distinct are found', () => {
  const size = (values: unknown) => plainEvaluator.evaluate('distinct(values).size()', { values });
  expect([size([]), size(['a', 'b', 'a']), size([1, '1', { a: 1, b: 2 }, { b: 2, a: 1 }])]).toEqual([
    0, 2, 3,
  ]);
});

test('after many requests without a response the rest is unproven, and the run ends', async () => {
  const gateway = await startHostile(({ count, path }) =>
    count < 9 && path === '/v1/models' ? LIST : undefined,
  );
  const results = await run(gateway.baseUrl, { cases: imageCases(suite, 300) });
  const silent = told(results).filter((line) => line.includes('none of the last 20 requests'));
  expect(results).toHaveLength(300);
  expect(silent.length).toBeGreaterThan(150);
  expect(silent.every((line) => line.startsWith('unproven: '))).toBe(true);
});

test('a gateway that stops responding has failed', async () => {
  const gateway = await startHostile(({ count }) => (count < 4 ? LIST : undefined));
  const { code, out } = await callCommand(
    ...['conform', gateway.baseUrl, '--key', KEY, '--only', 'auth,chat,errors'],
  );
  expect(code).toBe(1);
  expect(out).toContain('none of the last 20 requests');
  expect(out).toContain('Failed: ');
});

test('the time in which cases wait and no task ends is counted', () => {
  let time = 0;
  const liveness = createLiveness({ maxWaitMs: 100, now: () => time });
  const leave = [liveness.wait(), liveness.wait()];
  time = 60;
  leave[0]?.();
  time = 90;
  leave[1]?.();
  time = 500;
  expect(liveness.stalled()).toBeUndefined();
  liveness.wait();
  time = 510;
  expect(liveness.stalled()).toContain('no task has ended');
  liveness.taskEnded();
  expect(liveness.stalled()).toBeUndefined();
});

test('if no task ends, cases stop waiting after the longest wait', async () => {
  const gateway = await startHostile(({ path, method }) => {
    if (path === '/v1/models') return LIST;
    if (method === 'POST') return { code: 200, data: [{ status: 'submitted', task_id: 'task_1' }] };
    return { id: 'task_1', status: 'processing', progress: 50 };
  });
  const liveness = createLiveness({ maxWaitMs: 0 });
  expect(told(await run(gateway.baseUrl, { liveness }))).toContainEqual(
    expect.stringMatching(/^unproven: no task has ended in/),
  );
  const ended = new Set<string>();
  const tasks = [{ id: 'task_1', authorization: '' }];
  await awaitTasks(gateway.baseUrl, tasks, { ended, others: [], liveness });
  expect([...ended]).toEqual(['task_1']);
});

test('odd URLs and values end no run, and are not errors of the suite', async () => {
  const gateway = await startHostile(({ path }) =>
    path === '/v1/models' ? LIST : { success: true, remain_balance: 'a lot', next: '//evil:99999/x' },
  );
  const results = await run(
    gateway.baseUrl,
    caseOf(
      { request: { operation: 'getUserBalance' }, save: { next: 'body.next', rest: 'body.remain_balance' } },
      { fetch: { url: `${gateway.baseUrl}{{next}}` }, expect: [{ status: 404 }] },
      { request: { operation: 'getUserBalance' }, expect: [{ body: { used_balance: '{{rest * 2}}' } }] },
      {
        request: { operation: 'getUserBalance', query: { than: '{{rest * 2}}' } },
        expect: [{ status: 200 }],
      },
    ),
  );
  expect(results[0]?.outcome).toBe('failed');
});

test('nothing that a gateway sends changes the direction or the colour of text on a terminal', () => {
  expect(clean('evil\u202E-x\u2066 \u001B[31m\u2028')).toBe('evil -x   [31m ');
});

function png(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit for each pixel
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

test('a picture that is larger than any result is measured but not decoded', async () => {
  const huge = png(16_000, 16_000);
  expect(await probeFile(huge.subarray(0, 5000))).toMatchObject({
    format: 'png',
    width: 16_000,
    height: 16_000,
  });
  expect(await probeFile(png(64, 32).subarray(0, 50))).toMatchObject({ format: 'unknown' });
});

test('a URL from a public gateway never leads into a private network', async () => {
  const gateway = await startHostile(() => LIST);
  const { port } = new URL(gateway.baseUrl);
  for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '169.254.169.254'])
    await expect(
      send({ method: 'GET', url: `http://${host}:${port}/`, headers: {}, isOutside: true }),
    ).rejects.toThrow('is in a private network, and the target is not');
  expect(gateway.asked).toEqual([]);
  const some = [
    '10.1.2.3',
    '172.31.0.1',
    '172.32.0.1',
    '192.168.1.1',
    '8.8.8.8',
    'fe80::1',
    'fd00::1',
    '2606::1',
  ];
  expect(some.filter((address) => !isPrivate(address))).toEqual(['172.32.0.1', '8.8.8.8', '2606::1']);
});
