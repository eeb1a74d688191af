import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { type Called, callCommand } from '../cli/call-command.ts';
import { startCommand } from '../cli/start-command.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { startTampered } from './mutants/start-tampered.ts';
import { changingAnswer, toModels } from './mutants/tampers.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-conform-'));
let mock: { readonly baseUrl: string; close(): Promise<void> };

beforeAll(async () => {
  const started = await startMockServer({ port: 0, host: '127.0.0.1' });
  if (started.kind === 'failed') throw new Error(started.message);
  mock = started;
  // Modules that are loaded on first use are loaded here, not while a request waits for its response.
  await conform(mock.baseUrl, '--only', 'catalogue.list', '--quiet');
});

afterAll(async () => {
  await mock.close();
  rmSync(folder, { recursive: true });
});

/** The list of models has the wrong `object`. */
const otherObject = changingAnswer(toModels, (body) => ({ ...body, object: 'array' }));

const conform = (...args: readonly string[]): Promise<Called> => callCommand('conform', ...args);

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

test('passes against the mock: plain progress lines, counts and one last line at the end', async () => {
  await using command = startCommand('conform', mock.baseUrl, '--only', 'catalogue.list', '--seed', 'abc');
  expect(await command.exit()).toBe(0);
  expect(command.errors()).toBe('1 of 1 case, 0 failed\n');
  expect(command.output()).toMatch(/^ +passed\nMUST +\d+\n/);
  expect(command.output()).toMatch(
    /\nPassed: (\d+) of \1 requirements passed, in 1 case\. [\d.]+ s.*, seed abc, gatewright mock\n$/,
  );
});

test('--quiet prints what failed and the last line only', async () => {
  const passed = await conform(mock.baseUrl, '--only', 'catalogue.list', '--quiet');
  expect({ ...passed, out: '' }).toEqual({ code: 0, out: '', err: '' });
  expect(passed.out).toMatch(/^Passed: [^\n]+\n$/);
  await using broken = await startTampered(mock.baseUrl, otherObject);
  const failed = await conform(broken.baseUrl, '--only', 'catalogue.list', '--quiet');
  expect({ ...failed, out: '' }).toEqual({ code: 1, out: '', err: '' });
  expect(failed.out).toMatch(/^\n\d+ requirements? not met\n\n✗ [\s\S]+\nFailed: [^\n]+\n$/);
});

test('reports failures first, in the words of the requirement, with a command that repeats each', async () => {
  await using broken = await startTampered(mock.baseUrl, otherObject);
  const { code, out, err } = await conform(broken.baseUrl, '--only', 'catalogue.list', '--seed', 'abc');
  expect(code).toBe(1);
  expect(err).toContain('failed catalogue.list: ');
  const [head, mark] = out.split('\n').filter((line) => line !== '');
  expect(head).toMatch(/^\d+ requirements? not met$/);
  expect(mark).toMatch(/^✗ .*list/);
  expect(out).toMatch(/\n {4}GW-CAT-\d{3} {2}MUST {2}section [\d.]+\n {4}expected {2}/);
  expect(out).toMatch(/\n {4}received {2}/);
  expect(out).toContain('    case      catalogue.list: ');
  expect(out).toContain(
    `    repeat    curl -s ${broken.baseUrl}/v1/models -H 'x-mock-session: abc-catalogue-list-`,
  );
  expect(out).toContain(' -H "authorization: Bearer $KEY"\n');
  expect(out).not.toContain('sk-mock');
});

test('a known failure does not fail the run, and one that passes does', async () => {
  await using broken = await startTampered(mock.baseUrl, otherObject);
  const known = file('known.yaml', '- {case: catalogue.list, reason: it is being mended}\n');
  const args = ['--only', 'catalogue.list', '--known-failing', known];
  const failing = await conform(broken.baseUrl, ...args);
  expect([failing.code, failing.out]).toEqual([0, expect.stringMatching(/ known failures?, /)]);
  expect(failing.out).toContain('it is being mended');
  const mended = await conform(mock.baseUrl, ...args);
  expect(mended.code).toBe(1);
  expect(mended.out).toContain(
    'Listed as a known failure, but it passes; remove it from the list: catalogue.list (it is being mended)',
  );
});

test('a target file declares address and keys, which come from the environment; flags win', async () => {
  process.env.CONFORM_TEST_KEY = 'sk-mock';
  const target = file(
    'target.yaml',
    `name: mine\nbase_url: ${mock.baseUrl}\nkeys: {rich: "\${CONFORM_TEST_KEY}"}\n`,
  );
  const run = await conform('--target', target, '--only', 'catalogue.list');
  expect([run.code, run.out]).toEqual([0, expect.stringContaining(', mine\n')]);
  const wrong = await conform('--target', target, '--key', 'sk-wrong', '--only', 'catalogue.list');
  expect(wrong).toEqual({
    code: 2,
    out: '',
    err: `GET ${mock.baseUrl}/v1/models returned 401 for this key. Check --key, or keys.rich in the target file.\n`,
  });
});

test('what cannot be done is said before anything runs', async () => {
  const only = [mock.baseUrl, '--only', 'catalogue.list'];
  const nowhere = await conform(...only, '--report', `json=${join(folder, 'nowhere', 'report.json')}`);
  expect(nowhere).toEqual({
    code: 2,
    out: '',
    err: expect.stringMatching(/^--report json=.*: there is no folder .*nowhere\.\n$/),
  });
  const folderItself = await conform(...only, '--report', `json=${folder}`);
  expect(folderItself).toMatchObject({ code: 2, out: '', err: expect.stringContaining('it is a folder') });
  const paid = await conform(mock.baseUrl, '--only', 'submission.image', '--free-only');
  expect(paid).toEqual({ code: 2, out: '', err: 'No selected case is free.\n' });
});

test('a target file chooses the profile, which decides what runs', async () => {
  const casesOf = async (profile: string) => {
    const target = file(`${profile}.yaml`, `name: mine\nbase_url: ${mock.baseUrl}\nprofile: ${profile}\n`);
    const { out } = await conform('--target', target, '--key', 'sk-mock', '--plan', '--only', 'CAT');
    return Number(/(\d+) cases? would run/.exec(out)?.[1]);
  };
  expect(await casesOf('reference')).toBeGreaterThan(await casesOf('core'));
});

test.each([401, 403])('a key that is answered with %i is reported, and nothing runs', async (status) => {
  const server = createServer((_request, response) => response.writeHead(status).end('{}'));
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const { code, out, err } = await conform(url, '--key', 'sk-wrong', '--only', 'catalogue.list');
  server.close();
  expect({ code, out, err }).toEqual({
    code: 2,
    out: '',
    err: `GET ${url}/v1/models returned ${status} for this key. Check --key, or keys.rich in the target file.\n`,
  });
});

test('lists cases without a gateway', async () => {
  const { code, out } = await conform('--list', '--only', 'CAT');
  expect(code).toBe(0);
  expect(out).toContain('conformance/cases/catalogue/list.yaml\n  catalogue.list  [MUST');
});

test.each<[string, { args: readonly string[]; want: string }]>([
  [
    'no address',
    { args: [], want: 'Specify a gateway: gatewright conform http://127.0.0.1:8080, or --target FILE.' },
  ],
  [
    'a wrong address',
    {
      args: ['localhost:80'],
      want: 'The base URL "localhost:80" must be an http(s) URL such as http://127.0.0.1:8080. See: npx gatewright help conform',
    },
  ],
  ['nothing there', { args: ['http://127.0.0.1:9'], want: 'Nothing answers at http://127.0.0.1:9' }],
  [
    'a wrong option',
    {
      args: ['--spendlimit', '1'],
      want: 'Unknown option --spendlimit. Did you mean --spend-limit? See: npx gatewright help conform',
    },
  ],
  [
    'a wrong report',
    { args: ['--report', 'htm=x'], want: '--report must be KIND=FILE with a KIND of json, ' },
  ],
  [
    'an amount below zero',
    {
      args: ['--spend-limit', '-1'],
      want: '--spend-limit must not be negative; got -1. See: npx gatewright help',
    },
  ],
  [
    'an amount below zero after =',
    { args: ['--spend-limit=-1'], want: '--spend-limit must not be negative; got -1.' },
  ],
  [
    'a wrong level',
    { args: ['--level', 'may'], want: '--level must be one of MUST, SHOULD, CHOICE; got MAY.' },
  ],
  [
    'a wrong selector',
    {
      args: ['--list', '--only', 'catalog'],
      want: '"catalog" is not an area, folder, case, requirement, model or level. Did you mean catalogue?',
    },
  ],
  [
    'nothing selected',
    {
      args: ['--list', '--only', 'CAT', '--skip', 'CAT'],
      want: 'No case is selected. See what there is: gatewright conform --list.',
    },
  ],
  [
    'only choices in a profile without them',
    {
      args: ['--list', '--profile', 'core', '--only', 'models.invalid-example'],
      want: 'checks CHOICE only, which counts with --level CHOICE, as in --profile reference.',
    },
  ],
  [
    'no target file',
    { args: ['--target', '/nowhere.yaml'], want: '--target /nowhere.yaml: the file cannot be read.' },
  ],
])('%s: exit 2 and one line', async (_name, { args, want }) => {
  const { code, out, err } = await conform(...args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^[^\n]+\n$/);
  expect(err).toContain(want);
});

test('lists all cases, and says how many of them the default profile runs', async () => {
  const { out } = await conform('--list', '--only', 'models.invalid-example');
  expect(out).toMatch(
    /\n\d+ cases of 1 kind\nNone of them runs in the profile core, .*: --profile reference\.\n$/,
  );
  const listed = await conform('--list', '--only', 'versioning');
  const core = await conform('--list', '--only', 'versioning', '--profile', 'core');
  const [, inCore] = /\n(\d+) of them run in the profile core/.exec(listed.out) ?? [];
  expect(core.out).toMatch(new RegExp(`\\n${inCore} cases? of \\d+ kinds?\\n$`));
});

test('writes a JSON report without keys', async () => {
  const path = join(folder, 'report.json');
  await conform(mock.baseUrl, '--only', 'catalogue.list', '--report', `json=${path}`, '--quiet');
  const text = readFileSync(path, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    report_version: 1,
    target: { name: 'gatewright mock', base_url: mock.baseUrl },
    outcome: 'passed',
    cases: [
      {
        id: 'catalogue.list',
        outcome: 'passed',
        exchanges: [{ request: { headers: { authorization: 'Bearer $KEY' } } }],
      },
    ],
  });
  expect(text).not.toContain('sk-mock');
});

test('a callback port that is taken ends the run before it starts, in one sentence', async () => {
  const { port } = new URL(mock.baseUrl);
  const url = `http://127.0.0.1:${port}#${port}`;
  const { code, out, err } = await conform(mock.baseUrl, '--only', 'catalogue.list', '--callback-url', url);
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^The callback receiver cannot listen on port \d+: another program is using it\.\n$/);
});

const broken = changingAnswer(
  (request) => request.url.startsWith('/v1/user/balance'),
  (body) => ({ ...body, remain_balance: 'much' }),
);

test('commands name keys as the target file does, and the summary says what the names stand for', async () => {
  await using gateway = await startTampered(mock.baseUrl, broken);
  const target = file(
    'named.yaml',
    `base_url: ${gateway.baseUrl}\nkeys: {rich: ["\${FIRST_KEY}"], other: sk-mock-other}\n`,
  );
  process.env.FIRST_KEY = 'sk-mock';
  const { out } = await conform('--target', target, '--only', 'balance.record');
  const other = await conform('--target', target, '--key', 'sk-mock', '--only', 'balance.record');
  delete process.env.FIRST_KEY;
  expect(out).toContain('-H "authorization: Bearer $FIRST_KEY"\n');
  expect(out).toContain('\nIn these commands, $FIRST_KEY is keys.rich of the target file.\n');
  expect(out).not.toContain('sk-mock');
  expect(other.out).toContain('\nIn these commands, $FIRST_KEY is the key given with --key.\n');
});

test('the summary does not mention a target file when there is none', async () => {
  await using gateway = await startTampered(mock.baseUrl, broken);
  const { out } = await conform(gateway.baseUrl, '--key', 'sk-mock', '--only', 'balance.record');
  expect(out).toContain('\nIn these commands, $KEY is the key given with --key.\n');
});

test('a run in which nothing was proven has not passed', async () => {
  const target = file(
    'keyless.yaml',
    `base_url: ${mock.baseUrl}\nkeys: {rich: sk-mock}\nhooks: {}\nmedia: false\n`,
  );
  const { code, out } = await conform('--target', target, '--only', 'limits.pro-reference-bytes');
  expect(out).toMatch(/\nNothing was proven: 0 of \d+ requirements passed, \d+ unproven, in 1 case\. /);
  expect(code).toBe(2);
});

test('features that the target file excludes are unproven with that reason', async () => {
  const declared = 'features: {versioning: false, getBillingUsage: false}';
  const target = file('partial.yaml', `base_url: ${mock.baseUrl}\nkeys: {rich: sk-mock}\n${declared}\n`);
  const { code, out } = await conform('--target', target, '--only', 'VER,auth.valid-key');
  expect(out).toContain('the target file says that there is no versioning');
  expect(out).toMatch(/\nPassed: \d+ of \d+ requirements passed, \d+ unproven/);
  expect(code).toBe(0);
  const plan = await conform('--target', target, '--only', 'auth.valid-key', '--plan');
  expect(plan.out).toContain(' 1 case cannot be checked against this target.');
  const wrong = await conform(
    '--target',
    file('odd.yaml', 'base_url: http://a\nfeatures: {versionning: false}\n'),
  );
  expect(wrong).toMatchObject({
    code: 2,
    err: 'features.versionning is neither a folder of cases nor an operation of the contract. Did you mean versioning?\n',
  });
});
