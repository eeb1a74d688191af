import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { listenOnLoopback } from '../support/loopback.ts';
import { callCommand } from './call-command.ts';

/** The answers of a gateway that is none of ours, by the beginning of `METHOD path`; 404 for others. */
let answers: Readonly<Record<string, unknown>> = {};
const gateway = createServer((request, response) => {
  const [, answer] =
    Object.entries(answers).find(([start]) => `${request.method} ${request.url}`.startsWith(start)) ?? [];
  response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}));
});

const url = `http://127.0.0.1:${await listenOnLoopback(gateway)}`;
afterAll(() => gateway.close());

const PRICES = 'GET /api/pricing/model';
const SCHEMA = 'GET /v1/model-schema';
const SUBMIT = 'POST /v1/images';
const POLL = 'GET /v1/tasks';
const CHAT = 'POST /v1/chat';
const IMAGE = 'image --model sx-5-0-pro --prompt x --yes --poll 0.01 --timeout 60';
const OTHER = 'image --model another --prompt x --yes';
const ASK = 'chat --model qx3.8-max --prompt x';

function call(line: string) {
  return callCommand(...line.split(' '), '--url', url, '--key', 'sk-any');
}

const NO_PRICES =
  'The answer about prices has no data: this does not look like a gateway. Is {url} the base URL of a gateway?';
const NO_MODEL =
  'The answer about the model has no data: this does not look like a gateway. Is {url} the base URL of a gateway?';

test.each<readonly [string, Record<string, unknown>, string]>([
  [IMAGE, { [PRICES]: {} }, NO_PRICES],
  [IMAGE, { [PRICES]: { data: null } }, NO_PRICES],
  [IMAGE.replace('image', 'video').replace('sx-5-0-pro', 'vxq3'), { [PRICES]: { data: 5 } }, NO_PRICES],
  [ASK, { [PRICES]: {} }, NO_PRICES],
  [OTHER, { [SCHEMA]: {} }, NO_MODEL],
  [OTHER, { [SCHEMA]: { data: 'x' } }, NO_MODEL],
])(
  'an answer that a command cannot read is one line, before anything is paid: %s, %j',
  async (line, given, want) => {
    answers = given;
    const args = line.startsWith('video') ? `${line} --image https://example.com/a.png` : line;
    expect(await call(args)).toEqual({ code: 2, out: '', err: `${want.replace('{url}', url)}\n` });
  },
);

const RECORD = { id: 'task_1', status: 'success', cost: 0.045, result: {} };

test.each<readonly [Record<string, unknown>, object]>([
  [{}, { code: 0, out: '' }],
  [
    { result: 'x', id: 5, progress: null },
    { code: 0, out: '' },
  ],
  [
    { result: { images: { url: 'https://a.example/0.png', sizes: 5 } } },
    { code: 0, out: 'https://a.example/0.png\n' },
  ],
  [
    { result: { audios: [{ url: 'https://a.example/0.mp3' }] } },
    { code: 0, out: 'https://a.example/0.mp3\n' },
  ],
  [
    { result: { images: [null, 5, { url: [7, 'https://a.example/1.png'], sizes: [null, 8] }] } },
    { code: 0, out: 'https://a.example/1.png\n' },
  ],
  [{ result: { images: 'x', videos: [[]], audios: null } }, { code: 0, out: '' }],
  [
    { status: 'failed', error: 5 },
    { code: 1, out: '' },
  ],
])('a record of another implementation ends no command with a stack: %j', async (record, want) => {
  answers = { [SUBMIT]: { data: [{ task_id: 'task_1' }] }, [POLL]: { ...RECORD, ...record } };
  expect(await call(IMAGE)).toMatchObject(want);
});

test('why a task failed is one line of limited length, without control characters', async () => {
  const error = { code: 'x', message: `\u001b[31m${'why '.repeat(1000)}` };
  answers = { [SUBMIT]: { data: [{ task_id: 'task_1' }] }, [POLL]: { ...RECORD, status: 'failed', error } };
  const { err } = await call(IMAGE);
  expect(err).not.toContain('\u001b');
  const line = err.split('\n').find((one) => one.includes('why why')) ?? '';
  expect(line).toMatch(/why\.\.\.$|wh\.\.\.$|w\.\.\.$| \.\.\.$/);
  expect(line.length).toBe(1000);
});

test('--json prints the size of each file, and what is known of a task when no poll is answered', async () => {
  const result = {
    images: [{ url: ['https://a.example/0.png', 'https://a.example/1.png'], sizes: ['8x8', '16x9'] }],
  };
  answers = { [SUBMIT]: { data: [{ task_id: 'task_1' }] }, [POLL]: { ...RECORD, result } };
  const links = [
    { url: 'https://a.example/0.png', size: '8x8' },
    { url: 'https://a.example/1.png', size: '16x9' },
  ];
  expect(JSON.parse((await call(`${IMAGE} --json`)).out)).toMatchObject({
    status: 'success',
    links,
    files: [],
  });
  answers = { [SUBMIT]: { data: [{ task_id: 'task_1' }] } };
  const unknown = await call(`${IMAGE} --json`);
  expect(unknown.code).toBe(1);
  expect(JSON.parse(unknown.out)).toEqual({
    task: 'task_1',
    estimate: expect.objectContaining({ count: 1 }),
    status: 'submitted',
    links: [],
    files: [],
  });
});

test('a result of another format is saved with a warning, and never over another file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-foreign-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const out = join(folder, 'fox.png');
  const result = { images: [{ url: [`${url}/files/0.gif`] }] };
  answers = { [POLL]: { ...RECORD, result }, 'GET /files': 'GIF89a and more' };
  const saved = await call(`image --task task_1 --poll 0.01 --out ${out}`);
  expect([saved.code, saved.out]).toEqual([0, `${out}\n`]);
  expect(saved.err).toContain('\nWarning: --out ends in .png, but the result is GIF.\n');
  expect(
    JSON.parse((await call(`image --task task_1 --json --out ${join(folder, 'ox.gif')}`)).out),
  ).toMatchObject({
    files: [join(folder, 'ox.gif')],
  });
  answers = {};
  expect(await call(`image --task task_1 --out ${out}`)).toEqual({
    code: 2,
    out: '',
    err: `--out: ${out} already exists, and nothing is overwritten. See: npx gatewright help image\n`,
  });
});

test('refuses --out before anything is paid if one of several files would replace an existing one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-several-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  answers = { [PRICES]: {} };
  const taken = join(folder, 'fox-3.png');
  writeFileSync(taken, '');
  expect(
    await call(`image --model qx-image-3.0 --prompt x --yes --n 3 --out ${join(folder, 'fox.png')}`),
  ).toEqual({
    code: 2,
    out: '',
    err: `--out: ${taken} already exists, and nothing is overwritten. See: npx gatewright help image\n`,
  });
});

test('a task that no answer knows is a wrong request, as without --task', async () => {
  answers = {};
  expect(await call('image --task task_1')).toMatchObject({ code: 2, out: '' });
});

test('a status that is not text never ends a task, so the time limit does', async () => {
  answers = { [SUBMIT]: { data: [{ task_id: 'task_1' }] }, [POLL]: { ...RECORD, status: 7 } };
  expect(await call(IMAGE.replace('--timeout 60', '--timeout 0.1'))).toMatchObject({ code: 1, out: '' });
});

test.each<readonly [unknown, string]>([
  [{}, 'the gateway states no price'],
  [null, 'the gateway states no price'],
  [{ unit: 5, effective_rates: { image: 0.5 } }, 'image 0.5 USD'],
  [{ unit: 'image', effective_rates: { image: '0.5', other: {}, none: null } }, '0.5 USD per image'],
  [{ by_operation: { chat_completion: null }, effective_rates: 'x' }, 'the gateway states no price'],
  [{ group_ratio: 0.1 + 0.2, effective_rates: { 'a\u001b[2J': 1 } }, 'a [2J 1 USD'],
  [{ group_ratio: 'x', effective_rates: { a_b: 1 } }, 'a b 1 USD'],
])('prices of another implementation: %j', async (pricing, shown) => {
  const chunk = (usage: unknown, more: object = {}) =>
    `data: ${JSON.stringify({ id: 'c', usage, ...more })}\n\n`;
  const choices = [{ index: 0, delta: { content: 'Rain' }, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 3, completion_tokens: '4' };
  answers = {
    [PRICES]: { data: { pricing } },
    [CHAT]: `${chunk(null, { choices: [{}] })}${chunk(null, { choices })}${chunk(usage, { choices: null })}data: [DONE]\n\n`,
  };
  expect(await call(ASK)).toEqual({
    code: 0,
    out: 'Rain\n',
    err: `qx3.8-max: ${shown}\nThe gateway reports no usage.\n`,
  });
});

test.each<readonly [string, object, string]>([
  ['as the contract', { group_ratio: 1 }, '3 input and 4 output tokens, 0.0000276 USD'],
  ['half of it', { group_ratio: 0.5 }, '3 input and 4 output tokens, 0.0000138 USD'],
  ['differently', { group_ratio: 1, effective_rates: { input: 9 } }, '3 input and 4 output tokens'],
])(
  'a gateway that charges %s: the price of an answer is told only if it is known',
  async (_, pricing, told) => {
    const usage = { prompt_tokens: 3, completion_tokens: 4 };
    const end = { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage };
    answers = { [PRICES]: { data: { pricing } }, [CHAT]: `data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n` };
    const { err } = await call(ASK);
    expect(err.split('\n').at(-2)).toBe(told);
  },
);

test('the parameters of another implementation', async () => {
  const properties = {
    '': {},
    '-x': { type: 5 },
    'a b': { enum: 'x' },
    '\u001b[2J': null,
    __proto__: {},
    n: { oneOf: 5 },
    h: 7,
  };
  answers = { [SCHEMA]: { data: { parameters: { input_schema: { properties } } } } };
  expect(await call(OTHER)).toMatchObject({ code: 2, err: expect.stringMatching(/^[^\n]*\n$/) });
  expect(await call(`${OTHER} --nothing`)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^[^\n]*\n$/),
  });
});

test('a group whose ratio is no exact decimal', async () => {
  const pricing = {
    group_ratio: 0.1 + 0.2 - 0.1,
    effective_rates: { '1K': 0.009, '1.5K': 0.009, '2K': 0.018, further_reference: 0.0006 },
  };
  answers = { [PRICES]: { data: { pricing } } };
  const { err } = await call(IMAGE);
  expect(err).toContain('sx-5-0-pro: 1 image of 1024x1024, 0.009 USD\n');
});

test.each([
  ['http://127.0.0.1:1/?a=b', 'must have neither a query nor a fragment.'],
  ['http://127.0.0.1:1#x', 'must have neither a query nor a fragment.'],
  ['http://127.0.0.1:1/ x', 'must be an http(s) URL such as http://127.0.0.1:8080.'],
  ['http:///', 'must be an http(s) URL such as http://127.0.0.1:8080.'],
])('--url %s is refused', async (address, must) => {
  const { code, err } = await callCommand(...IMAGE.split(' '), '--url', address, '--key', 'k');
  expect({ code, err }).toEqual({
    code: 2,
    err: `--url ${JSON.stringify(address)} ${must} See: npx gatewright help image\n`,
  });
});

test('an address with a user name is refused without repeating the password', async () => {
  const { code, err } = await callCommand(...IMAGE.split(' '), '--url', 'http://me:hidden@127.0.0.1:1');
  expect({ code, err }).toEqual({
    code: 2,
    err: '--url must not contain a user name: give the key instead. See: npx gatewright help image\n',
  });
});

test.each([{}, { name: 'another mock' }, [], 'x'])(
  '%j is not the index of the mock, whose key is known',
  async (index) => {
    answers = { 'GET /__mock': index };
    expect(await callCommand(...IMAGE.split(' '), '--url', url)).toEqual({
      code: 2,
      out: '',
      err: 'A key is needed: --key KEY, or the environment variable GATEWRIGHT_KEY. See: npx gatewright help image\n',
    });
  },
);

test('a port to which fetch sends nothing is named as such', async () => {
  const { code, err } = await callCommand(
    ...IMAGE.split(' '),
    '--url',
    'http://127.0.0.1:6000',
    '--key',
    'k',
  );
  expect(code).toBe(2);
  expect(err).toContain('fetch permits no requests to this port');
});
