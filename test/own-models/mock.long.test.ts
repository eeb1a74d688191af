import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCommandIn } from '../cli/start-command.ts';
import { until } from '../support/until.ts';
import { createOwnFolder, type OwnFolder } from './own-folder.ts';

const headers = { authorization: 'Bearer sk-mock', 'content-type': 'application/json' };
const MODEL = 'models/Paper10.json';

let own: OwnFolder;
let example: string;

beforeAll(async () => {
  own = await createOwnFolder();
  example = own.read(MODEL);
});

afterAll(() => own[Symbol.dispose]());

const QUIET = ['--port', '0', '--quiet', '--speed', '100'];

// Responses are JSON of many shapes; the expectations say which.
type Answer = Awaited<ReturnType<typeof JSON.parse>>;

async function get(address: string): Promise<Answer> {
  return (await fetch(address, { headers })).json();
}

/** Waits until the task of a submission has succeeded. */
function finish(base: string, submitted: Answer): Promise<Answer> {
  return until('the task ends', async () => {
    const task = await get(`${base}/v1/tasks/${submitted.data[0].task_id}`);
    return task.status === 'success' && task;
  });
}

async function post(base: string, body: object): Promise<{ status: number; body: Answer }> {
  const answer = await fetch(`${base}/v1/images/generations`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

async function costOfBoat(base: string): Promise<unknown> {
  const { body } = await post(base, { model: 'paper-1.0', prompt: 'A boat', size: '3:2' });
  return (await finish(base, body)).cost;
}

async function modelIds(base: string): Promise<readonly string[]> {
  return (await get(`${base}/v1/models`)).data.map(({ id }: { readonly id: string }) => id);
}

test('the mock of the folder has its model: submit, poll, file, schema, document', async () => {
  await using mock = startCommandIn(own, 'mock', ...QUIET);
  const [base] = await mock.printed(/^http\S+/);
  expect(await modelIds(base)).toEqual(expect.arrayContaining(['paper-1.0', 'sx-5-0-pro']));
  const { body } = await post(base, { model: 'paper-1.0', prompt: 'A boat', size: '3:2' });
  const task = await finish(base, body);
  expect(task).toMatchObject({ cost: 0.02, result: { images: [{ sizes: ['1216x832'] }] } });
  const file = await fetch(task.result.images[0].url[0]);
  expect(file.headers.get('content-type')).toMatch(/^image\//);
  const refused = await post(base, { model: 'paper-1.0', prompt: 'A boat. '.repeat(100), resolution: '2K' });
  expect([refused.status, refused.body.error.violations[0].rule]).toEqual([400, 'short_prompt_in_2k']);
  expect(await (await fetch(`${base}/openapi.json`)).text()).toContain('paper-1.0');
  expect((await fetch(`${base}/schemas/paper-1.0.json`)).status).toBe(200);
});

test('it follows the files: changed, broken, fixed, added, removed', async () => {
  await using mock = startCommandIn(own, 'mock', ...QUIET);
  const [base] = await mock.printed(/^http\S+/);
  expect(await costOfBoat(base)).toBe(0.02);

  own.write(MODEL, example.replace('"0.02"', '"0.03"'));
  await mock.told(/^models: changed paper-1\.0\. Tasks, balances and sessions are reset\.$/m);
  expect(await costOfBoat(base)).toBe(0.03);

  own.write(MODEL, example.replace('"0.02"', '0,03'));
  const line = example.split('\n').findIndex((text) => text.includes('"0.02"')) + 1;
  await mock.told(
    new RegExp(
      `^${MODEL}:${line}: .+\\n1 problem in models\\.\\nThe mock keeps using the previous models`,
      'm',
    ),
  );
  expect(await costOfBoat(base)).toBe(0.03);

  own.write(MODEL, example.replace('"0.02"', '"0.03"'));
  await mock.told(/^models: no problems; nothing changed\.$/m);
  expect(await costOfBoat(base)).toBe(0.03);

  own.write(MODEL, example.replace('"0.02"', '"0.04"'));
  own.write('models/Boat10.json', example.replaceAll('paper-1.0', 'boat-1.0'));
  await mock.told(/added boat-1\.0/);
  await until('both changes are taken', async () => (await costOfBoat(base)) === 0.04);
  expect(await modelIds(base)).toContain('boat-1.0');

  own.write(MODEL, example);
  own.remove('models/Boat10.json');
  await mock.told(/removed boat-1\.0/);
  expect(await modelIds(base)).not.toContain('boat-1.0');
});

test('it follows a folder that is removed and written anew, or replaced', async () => {
  await using mock = startCommandIn(own, 'mock', ...QUIET);
  const [base] = await mock.printed(/^http\S+/);
  const folder = join(own.cwd, 'models');
  renameSync(folder, `${folder}-before`);
  await mock.told(/^models: there is no such folder\.\nThe mock keeps using the previous models/m);
  expect(await costOfBoat(base)).toBe(0.02);
  cpSync(`${folder}-before`, folder, { recursive: true });
  await mock.told(/^models: no problems; nothing changed\.$/m);
  own.write(MODEL, example.replace('"0.02"', '"0.06"'));
  await mock.told(/^models: changed paper-1\.0\./m);
  expect(await costOfBoat(base)).toBe(0.06);
  rmSync(folder, { recursive: true });
  renameSync(`${folder}-before`, folder);
  await mock.told(/changed paper-1\.0\.[\s\S]+changed paper-1\.0\./);
  expect(await costOfBoat(base)).toBe(0.02);
});

test.skipIf(process.platform === 'win32')('it follows the file that a link leads to', async () => {
  const LINK = 'models/Linked.json';
  const linked = example.replaceAll('paper-1.0', 'linked-1.0');
  own.write('Linked.json', linked);
  symlinkSync('../Linked.json', join(own.cwd, LINK));
  await using mock = startCommandIn(own, 'mock', ...QUIET);
  await mock.printed(/^http\S+/);
  own.write('Linked.json', linked.replace('"0.02"', '"0.07"'));
  await mock.told(/^models: changed linked-1\.0\./m);
  own.remove('Linked.json');
  await mock.told(/^models\/Linked\.json:1: the file, or what it links to, does not exist$/m);
  own.write('Linked.json', linked);
  await mock.told(/changed linked-1\.0\.[\s\S]+changed linked-1\.0\./);
  own.remove(LINK);
  own.remove('Linked.json');
});

test.skipIf(process.platform === 'win32')('it goes on beside a file that cannot be read', async () => {
  await using mock = startCommandIn(own, 'mock', ...QUIET);
  const [base] = await mock.printed(/^http\S+/);
  execFileSync('mkfifo', [join(own.cwd, 'models/Pipe.json')]);
  const told =
    /^models\/Pipe\.json:1: a model must be a regular file\n1 problem in models\.\nThe mock keeps using the previous models/m;
  await mock.told(told);
  own.remove('models/Pipe.json');
  own.write(MODEL, example.replace('"0.02"', '"0.05"'));
  await mock.told(/^models: changed paper-1\.0\./m);
  expect(await costOfBoat(base)).toBe(0.05);
  own.write(MODEL, example);
});

test('a model with the id of one of the package replaces it', async () => {
  own.write('models/Ours.json', example.replaceAll('paper-1.0', 'sx-5-0-pro'));
  await using mock = startCommandIn(own, 'mock', ...QUIET, '--json');
  const [line] = await mock.printed(/^\{.+\}$/m);
  own.remove('models/Ours.json');
  const { baseUrl, models } = JSON.parse(line);
  expect(models).toEqual(['sx-5-0-pro', 'paper-1.0']);
  const ids = await modelIds(baseUrl);
  expect(ids.filter((id) => id === 'sx-5-0-pro')).toHaveLength(1);
  const refused = await post(baseUrl, { model: 'sx-5-0-pro', prompt: 'A boat', resolution: '4K' });
  expect(refused.body.error.message).toContain('2K');
});

test('problems of models are reported with file and line, and nothing is started', async () => {
  own.write(MODEL, example.replace('self.resolution !=', 'self.resolutoin !='));
  await using mock = startCommandIn(own, 'mock', ...QUIET);
  expect(await mock.exit()).toBe(2);
  const line = example.split('\n').findIndex((text) => text.includes('self.resolution !=')) + 1;
  expect(mock.errors()).toBe(
    `${MODEL}:${line}: CEL does not fit the request: No such key: resolutoin; did you mean resolution?\n1 problem in models.\n`,
  );
  own.write(MODEL, example);
});

test('other commands in the folder know its models', async () => {
  await using help = startCommandIn(own, 'image', '--model', 'paper-1.0', '--help');
  expect(await help.exit()).toBe(0);
  expect(help.output()).toMatch(/\nParameters of paper-1\.0:\n[\s\S]+--resolution/);
  await using made = startCommandIn(own, 'keys', 'create', '--models', 'paper-1.0,papr-1.0', '--data', 'db');
  expect(await made.exit()).toBe(0);
  expect(made.errors()).toBe('Warning: the catalogue has no model "papr-1.0". Did you mean paper-1.0?\n');
});

test('without a place for a cache it starts as well', async () => {
  const place = { cwd: own.cwd, env: { ...own.env, XDG_CACHE_HOME: join(own.cwd, 'README.md') } };
  await using mock = startCommandIn(place, 'mock', ...QUIET);
  const [base] = await mock.printed(/^http\S+/);
  expect(await modelIds(base)).toContain('paper-1.0');
});

test('flags win over the file of the project, and a second start generates nothing', async () => {
  const cache = join(own.env.XDG_CACHE_HOME ?? '', 'gatewright/models');
  own.write(
    'gatewright.config.json',
    '{"models": "nowhere", "mock": {"port": 0, "quiet": true, "balance": "7"}}',
  );
  const start = async () => {
    await using mock = startCommandIn(own, 'mock', '--models', 'models', '--balance', '9');
    const [base] = await mock.printed(/^http\S+/);
    return (await get(`${base}/v1/user/balance`)).remain_balance;
  };
  expect(await start()).toBe(9);
  const before = readdirSync(cache);
  expect(await start()).toBe(9);
  expect(readdirSync(cache)).toEqual(before);
  await using refused = startCommandIn(own, 'mock');
  expect([await refused.exit(), refused.errors()]).toEqual([2, 'nowhere: there is no such folder.\n']);
  rmSync(cache, { recursive: true });
});
