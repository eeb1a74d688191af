import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { startCommand } from '../cli/start-command.ts';
import { startTampered } from './mutants/start-tampered.ts';
import { changingAnswer, toModels } from './mutants/tampers.ts';

/** Addresses of servers that are not a gateway, by what they do. */
const addresses: Record<string, string> = {};
const servers: Server[] = [];
let mock: { readonly baseUrl: string; close(): Promise<void> };

async function listen(name: string, server: Server): Promise<void> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  addresses[name] = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  servers.push(server);
}

beforeAll(async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (started.kind === 'failed') throw new Error(started.message);
  mock = started;
  addresses.mock = new URL(mock.baseUrl).host;
  await listen(
    'page',
    createServer((_request, response) => response.setHeader('content-type', 'text/html').end('<h1>Hi</h1>')),
  );
  await listen(
    'closing',
    createTcpServer((socket) => socket.destroy()),
  );
});

afterAll(async () => {
  for (const server of servers) server.close();
  await mock.close();
});

async function conform(...args: readonly string[]): Promise<{ code: unknown; out: string; err: string }> {
  await using command = startCommand('conform', ...args);
  return { code: await command.exit(), out: command.output(), err: command.errors() };
}

test.each<[string, { address: () => string; want: string }]>([
  [
    'a page',
    {
      address: () => `http://${addresses.page}`,
      want: '/v1/models returned 200 with text/html instead of JSON. Is it the base URL of the gateway?',
    },
  ],
  [
    'a server that closes',
    {
      address: () => `http://${addresses.closing}`,
      want: ': the connection was closed without a response (https:// instead of http://, perhaps).',
    },
  ],
  [
    'no TLS',
    {
      address: () => `https://${addresses.mock}`,
      want: ': it does not speak TLS (http:// instead of https://, perhaps).',
    },
  ],
  [
    'no host',
    { address: () => 'http://nowhere.invalid', want: 'Nothing answers at http://nowhere.invalid: ' },
  ],
  [
    'the address with /v1',
    {
      address: () => `http://${addresses.mock}/v1`,
      want: 'Give the base URL without /v1: http://127.0.0.1:',
    },
  ],
])('%s is reported in one line, with exit 2', async (_name, { address, want }) => {
  const { code, out, err } = await conform(address(), '--key', 'sk-mock');
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^[^\n]+\n$/);
  expect(err).toContain(want);
});

test('Ctrl-C ends a run immediately, and reports what was found so far', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-interrupted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'report.json');
  await using command = startCommand('conform', mock.baseUrl, '--jobs', '1', '--report', `json=${file}`);
  await new Promise<void>((resolve) => command.child.stderr?.once('data', () => resolve()));
  command.child.kill('SIGINT');
  expect(await command.exit()).toBe(130);
  expect(command.errors()).toMatch(
    /\nInterrupted: \d+ of \d+ cases were finished; what the remaining cases have spent is unknown\.\n$/,
  );
  expect(command.output()).toMatch(/: \d+ of \d+ requirements passed.*, in \d+ cases\. /);
  const { run, outcome, cases } = JSON.parse(readFileSync(file, 'utf8'));
  expect(outcome).toBe('error');
  expect(run.interrupted.cases_run).toBe(cases.length);
  expect(run.interrupted.cases_planned).toBeGreaterThan(cases.length);
});

test('--bail stops at the first failure', async () => {
  await using broken = await startTampered(
    mock.baseUrl,
    changingAnswer(toModels, (body) => ({ ...body, object: 'array' })),
  );
  const { code, out } = await conform(broken.baseUrl, '--only', 'CAT', '--bail', '--jobs', '1');
  expect(code).toBe(1);
  expect(Number(/, in (\d+) cases?\. /.exec(out)?.[1])).toBeLessThan(20);
});

test('a report that cannot be written is reported before anything is sent', async () => {
  const { code, out, err } = await conform(
    mock.baseUrl,
    '--only',
    'CAT',
    '--report',
    'html=/dev/null/out.html',
  );
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^--report html=\/dev\/null\/out\.html: [^\n]+\n$/);
});

test('a report in a folder that does not exist is refused: its name may be mistyped', async () => {
  const folder = join(tmpdir(), `gatewright-${randomUUID()}`);
  const file = join(folder, 'x', 'out.html');
  const { code, out, err } = await conform('http://127.0.0.1:9', '--key', 'sk', '--report', `html=${file}`);
  expect([code, out, err]).toEqual([2, '', `--report html=${file}: there is no folder ${folder}/x.\n`]);
  expect(existsSync(folder)).toBe(false);
});

test('a requirement may be named without its prefix, in any case', async () => {
  const { code, out } = await conform('--list', '--only', 'cat-001');
  expect(code).toBe(0);
  expect(out).toContain('GW-CAT-001');
});
