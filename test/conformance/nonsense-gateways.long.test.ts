import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { expandCases } from '../../src/conformance/expand/expand.ts';
import { buildReport } from '../../src/conformance/report/build-report.ts';
import type { CaseResult } from '../../src/conformance/run/result.ts';
import { runSuite } from '../../src/conformance/run/run-suite.ts';
import { readSuite } from '../../src/conformance/suite/read-suite.ts';
import { readStream } from '../../src/conformance/wire/event-stream.ts';
import { send } from '../../src/conformance/wire/exchange.ts';
import { startCommand } from '../cli/start-command.ts';
import { closeServer, listenOnLoopback } from '../support/loopback.ts';

type Answer = (outgoing: ServerResponse, incoming: IncomingMessage) => void;

const JSON_TYPE = { 'content-type': 'application/json' };
const CASES = [
  'catalogue.list',
  'submission.image',
  'tasks.image',
  'streaming.chat-true',
  'responses.text-input',
];

async function listen(answer: Answer): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    incoming.on('error', () => {});
    outgoing.on('error', () => {});
    answer(outgoing, incoming);
  });
  onTestFinished(() => closeServer(server));
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

/** Every request gets this response; there is no control plane of a mock. */
function always(status: number, headers: Readonly<Record<string, string>>, body: string): Answer {
  return (outgoing, { url }) =>
    url === '/__mock' ? outgoing.writeHead(404).end() : outgoing.writeHead(status, headers).end(body);
}

const bytes =
  (text: string): Answer =>
  ({ socket }) =>
    socket?.end(text, 'latin1');

async function run(baseUrl: string, ids: readonly string[] = CASES): Promise<readonly CaseResult[]> {
  const suite = await readSuite();
  return runSuite({
    suite,
    target: { base_url: baseUrl, keys: { rich: 'sk-nonsense' } },
    cases: expandCases(suite).filter(({ id }) => ids.includes(id)),
    jobs: 4,
    seed: 'nonsense',
  });
}

const told = (results: readonly CaseResult[]): string =>
  results
    .flatMap(({ checks }) => checks.filter(({ outcome }) => outcome !== 'passed'))
    .map(({ actual }) => actual)
    .join('\n');

test.each<[string, Answer]>([
  ['a web page', always(200, { 'content-type': 'text/html' }, '<html>It works</html>')],
  ['nothing', always(200, {}, '')],
  ['204', always(204, {}, '')],
  ['an empty object', always(200, JSON_TYPE, '{}')],
  ['an empty list', always(200, JSON_TYPE, '[]')],
  ['null', always(200, JSON_TYPE, 'null')],
  ['lists in lists', always(200, JSON_TYPE, `${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['names of prototypes', always(200, JSON_TYPE, '{"__proto__": {"id": 1}, "constructor": 1, "data": [{}]}')],
  ['numbers without end', always(200, JSON_TYPE, '{"code": 1e999, "data": [{"task_id": -0}]}')],
  ['gzip that is none', always(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }, 'no gzip')],
  ['a redirect to itself', (outgoing, { url = '' }) => outgoing.writeHead(302, { location: url }).end()],
  ['a body cut short', bytes('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{}')],
  ['a length that is too short', bytes('HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n{}')],
  ['a chunk that is none', bytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}')],
  ['a header of a megabyte', bytes(`HTTP/1.1 200 OK\r\nx-big: ${'a'.repeat(1_000_000)}\r\n\r\n{}`)],
  ['latin-1 in headers', bytes('HTTP/1.1 200 OK\r\nserver: \xe9\xff\r\ncontent-length: 2\r\n\r\n{}')],
  ['another protocol', bytes('SSH-2.0-OpenSSH\r\n')],
  ['a status that is none', bytes('HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\n{}')],
])('a gateway that responds with %s passes nothing, and the suite has no error', async (_, answer) => {
  const outcomes = (await run(await listen(answer))).map(({ id, outcome }) => `${id}: ${outcome}`);
  expect(outcomes).toHaveLength(CASES.length);
  expect(outcomes).toContain('catalogue.list: failed');
  expect(outcomes.filter((line) => !/: (failed|unproven)$/.test(line))).toEqual([]);
});

test('a gateway that answers {} to everything has proven only what is true of it', async () => {
  const baseUrl = await listen(always(200, JSON_TYPE, '{}'));
  const suite = await readSuite();
  const target = { base_url: baseUrl, keys: { rich: 'sk-nonsense' }, media: true };
  const cases = expandCases(suite);
  const results = await runSuite({ suite, target, cases, jobs: 8, seed: 'nonsense' });
  const run = { suite, target, results, version: '', startedAt: new Date(), tookMs: 0, seed: '' };
  const { requirements } = buildReport({ ...run, ...WHOLE });
  const proven = requirements.filter(({ outcome, level }) => outcome === 'passed' && level !== 'CHOICE');
  expect(proven.map(({ id }) => id).toSorted()).toEqual([
    'GW-AUT-001', // no endpoint refuses a valid key
    'GW-BAL-014', // GET /v1/balance answers 200
    'GW-BAL-020', // GET /v1/dashboard/billing/subscription answers 200 with JSON
    'GW-CHT-001', // POST /v1/chat/completions answers 200
    'GW-CHT-008', // with one JSON object
    'GW-RSP-001', // POST /v1/responses answers 200
    'GW-VER-005', // answers have a JSON content type
  ]);
});

const WHOLE = {
  profile: 'core',
  level: 'SHOULD',
  money: {},
  stale: [],
  isBrokenOff: false,
  isComplete: false,
} as const;

test.each([
  ['a web page', '<html>'],
  ['null', 'null'],
])('a task whose record is %s fails its case', async (_, record) => {
  const submitted = '{"code": 200, "data": [{"status": "submitted", "task_id": "task_\\ud800"}]}';
  const baseUrl = await listen((outgoing, { method }) =>
    outgoing.writeHead(200, JSON_TYPE).end(method === 'POST' ? submitted : record),
  );
  const [result] = await run(baseUrl, ['tasks.image']);
  expect(result?.outcome).toBe('failed');
});

test.each([
  ['in the record', 'http://['],
  ['behind a redirect', '/moved'],
])('a result URL that is not one fails its case, %s', async (_, address) => {
  const submitted = { code: 200, data: [{ status: 'submitted', task_id: 'task_1' }] };
  const images = [{ url: [address], sizes: ['1024x1024'], output_formats: ['png'] }];
  const record = { id: 'task_1', status: 'success', progress: 100, cost: 1, result: { images } };
  const baseUrl = await listen((outgoing, { method, url }) =>
    url === '/moved'
      ? outgoing.writeHead(302, { location: 'http://[' }).end()
      : outgoing.writeHead(200, JSON_TYPE).end(JSON.stringify(method === 'POST' ? submitted : record)),
  );
  const results = await run(baseUrl, ['sizes.qx-nothing-given/std']);
  expect(results[0]?.outcome).toBe('failed');
  expect(told(results)).toContain('"http://[" is not a URL');
});

test('a response that does not end, or is too long, is aborted', async () => {
  const baseUrl = await listen((outgoing, { url }) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
    if (url === '/long') return outgoing.end(' '.repeat(5000));
    const timer = setInterval(() => outgoing.write(': still here\n\n'), 20);
    return outgoing.on('close', () => clearInterval(timer));
  });
  const wire = (path: string) => ({ method: 'GET', url: `${baseUrl}${path}`, headers: {} });
  await expect(send(wire('/endless'), { maxMs: 500, maxBytes: 1e6 })).rejects.toThrow(
    'no response (it had not ended after 0.5 s)',
  );
  await expect(send(wire('/long'), { maxMs: 60_000, maxBytes: 4999 })).rejects.toThrow(
    'no response (the body has more than 4999 bytes)',
  );
  await expect(readStream(wire('/endless'), undefined, 500)).rejects.toThrow(
    'no response (it had not ended after 0.5 s)',
  );
});

test('a gateway that resets connections is reported in one line', async () => {
  const baseUrl = await listen((outgoing, { url, socket }) =>
    url === '/__mock' ? outgoing.writeHead(404).end() : socket.resetAndDestroy(),
  );
  await using command = startCommand('conform', baseUrl, '--key', 'sk-nonsense', '--only', 'catalogue.list');
  expect(await command.exit()).toBe(2);
  expect(command.errors()).toMatch(/^GET http:\S+\/v1\/models got no response: .+\n$/);
});
