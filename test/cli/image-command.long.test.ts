import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ModelOperation, modelsFor } from '../../src/contract/catalogue.ts';
import { createControlClient } from '../../src/mock/control-client.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { callCommand } from './call-command.ts';
import { type Command, startCommand } from './start-command.ts';

let folder = '';
let url = '';
/** Addresses without a gateway: one where nothing listens, and one where something else does. */
let silent = '';
let other = '';
/** A gateway of which every answer is wrong. */
let broken = '';
let close = async () => {};
const wrong = createServer((request, response) => {
  const isPage = request.url?.startsWith('/page') && request.method === 'POST';
  response
    .writeHead(isPage ? 200 : 501, { 'x-should-retry': 'false' })
    .end(isPage ? '<html>' : 'out of order');
});
const site = createServer((_request, response) => response.writeHead(404).end('<html>'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-image-'));
  const started = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1000 });
  if (started.kind === 'failed') throw new Error(started.message);
  ({ baseUrl: url, close } = started);
  // The mock has this port at one address, so that nothing else can have it at all of them.
  silent = url.replace('127.0.0.1', '127.0.0.2');
  other = await listenOn(site);
  broken = await listenOn(wrong);
  await writeFile(join(folder, 'half-2.png'), '');
  const blue = { width: 640, height: 320, channels: 3, background: 'blue' } as const;
  await sharp({ create: blue }).png().toFile(join(folder, 'wide.png'));
  await writeFile(join(folder, 'note.txt'), 'no picture');
});

afterAll(async () => {
  await close();
  site.close();
  wrong.close();
  await rm(folder, { recursive: true, force: true });
});

async function listenOn(server: typeof site): Promise<string> {
  return `http://127.0.0.1:${await listenOnLoopback(server)}`;
}

const BOAT = ['--model', 'qx-image-3.0', '--prompt', 'A paper boat'];
const PRO = ['--model', 'sx-5-0-pro', '--prompt', 'A fox in the snow'];

/** Starts `gatewright image` with the mock, without a prompt for confirmation. */
function image(...args: readonly string[]): Command {
  return startCommand('image', ...args, '--url', url, '--yes', '--poll', '0.02');
}

async function ended(command: Command) {
  const code = await command.exit();
  return { code, out: command.output(), err: command.errors() };
}

test('says the price, waits, saves the file, and prints its name', async () => {
  const file = join(folder, 'boat.png');
  await using command = image(...BOAT, '--size', '16:9', '--resolution', '2K', '--out', file);
  const { code, out, err } = await ended(command);
  expect({ code, out }).toEqual({ code: 0, out: `${file}\n` });
  expect(err).toMatch(/^qx-image-3\.0: 1 image of 2048x1152, 0\.03 USD\nSubmitted as task_\w+\n/);
  expect(err).toMatch(/\nsuccess, 100%\ntask_\w+: success, 1 file of 2048x1152, 0\.03 USD\n$/);
  expect(err).not.toContain('\u001b');
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 2048, height: 1152 });
});

test('several files are numbered, and JSON has the estimate, the record and the files', async () => {
  await using command = image(...BOAT, '--n', '2', '--out', join(folder, 'pair.png'), '--json');
  const { code, out, err } = await ended(command);
  expect(code).toBe(0);
  expect(err).not.toContain('%');
  const files = ['pair-1.png', 'pair-2.png'].map((name) => join(folder, name));
  expect(JSON.parse(out)).toMatchObject({
    task: expect.stringMatching(/^task_/),
    estimate: { count: 2, holdUsd: '0.06' },
    status: 'success',
    record: { cost: 0.06 },
    links: [{ size: '1024x1024' }, { size: '1024x1024' }],
    files,
  });
  for (const file of files) expect((await sharp(file).metadata()).format).toBe('png');
});

test.each([
  ['fox.png', 'png'],
  ['fox.jpg', 'jpeg'],
  ['FOX.JPEG', 'jpeg'],
])('a file named %s asks for %s', async (name, format) => {
  await using command = image(...PRO, '--out', join(folder, name));
  expect((await ended(command)).code).toBe(0);
  expect((await sharp(join(folder, name)).metadata()).format).toBe(format);
});

test.each(['jpg', 'webp'])('warns that a file named .%s is a PNG, and keeps the name', async (extension) => {
  const file = join(folder, `boat.${extension}`);
  await using command = image(...BOAT, '--out', file);
  const { code, out, err } = await ended(command);
  expect({ code, out }).toEqual({ code: 0, out: `${file}\n` });
  expect(err).toContain(`\nWarning: --out ends in .${extension}, but the result is PNG.\n`);
});

test('a folder takes files of any task, and without --out the URL is printed', async () => {
  const place = await mkdtemp(join(folder, 'place-'));
  await using saved = image(...BOAT, '--out', place);
  expect((await ended(saved)).code).toBe(0);
  expect(await readdir(place)).toEqual([expect.stringMatching(/^task_\w+-0\.png$/)]);
  await using printed = image(...BOAT);
  const { out } = await ended(printed);
  expect(out).toMatch(/^http:\S+\/0\.png\n$/);
  expect((await fetch(out.trim())).headers.get('content-type')).toBe('image/png');
});

test('a local reference is sent as data and decides the ratio; an address is sent as it is', async () => {
  await using local = image(...PRO, '--image', join(folder, 'wide.png'));
  expect((await ended(local)).err).toMatch(
    /1 image of 1440x720, 0\.045 USD[\s\S]+success, 1 file of 1440x720/,
  );
  await using remote = image(...PRO, '--image-urls', `${url}/files/samples/640x320.png`);
  expect((await ended(remote)).err).toMatch(/^sx-5-0-pro: 1 image, 0\.045 USD\n[\s\S]+1 file of 1440x720/);
});

test.each([
  ['mp4', ''],
  ['mov', 'Warning: --out ends in .mov, but the result is MP4.\n'],
])('a video has its own command, and a name such as boat.%s', async (extension, warning) => {
  const file = join(folder, `boat.${extension}`);
  const reference = ['--image', `${url}/files/samples/640x360.png`, '--duration', '3'];
  const more = ['--url', url, '--yes', '--poll', '0.02', '--out', file];
  await using command = startCommand(
    'video',
    '--model',
    'vxq3',
    '--prompt',
    'It drifts by',
    ...reference,
    ...more,
  );
  const { code, err } = await ended(command);
  expect(code, err).toBe(0);
  expect(err).toContain('vxq3: 3 s of video of 1280x720, 0.15 USD\n');
  expect(/^Warning: .*\n/m.exec(err)?.[0] ?? '').toBe(warning);
});

test('a model that only the gateway knows is priced by its rates, and gets fields with --set', async () => {
  const house = ['--model', 'house-style-v1', '--prompt', 'A boat', '--key', 'sk-mock-image-only'];
  await using command = image(...house, '--set', 'style=oil', '--set', 'strength=0.5');
  const { code, err } = await ended(command);
  expect(code).toBe(0);
  expect(err).toContain('house-style-v1: 0.04 USD per image\n');
});

test('the price is that of the group of the key', async () => {
  const control = createControlClient({ baseUrl: url });
  await control.putAccount('sk-friend', { balance: '5', group: 'friends', group_ratio: '0.5' });
  await using command = image(...BOAT, '--key', 'sk-friend', '--json');
  const { out } = await ended(command);
  expect(JSON.parse(out)).toMatchObject({ estimate: { holdUsd: '0.015' }, record: { cost: 0.015 } });
});

test('without a terminal, nothing is submitted without --yes', async () => {
  const control = createControlClient({ baseUrl: url });
  const submits = async () =>
    (await control.journal()).filter(({ operation }) => operation === 'createImage').length;
  const before = await submits();
  await using command = startCommand('image', ...BOAT, '--url', url);
  expect(await ended(command)).toEqual({
    code: 2,
    out: '',
    err: 'qx-image-3.0: 1 image of 1024x1024, 0.03 USD. There is no terminal to ask on: --yes submits it. See: npx gatewright help image\n',
  });
  expect(await submits()).toBe(before);
});

test('a task that fails ends with its reason and code 1, and in JSON too', async () => {
  const control = createControlClient({ baseUrl: url });
  const error = { code: 'content_rejected', message: 'The prompt is rejected.' } as const;
  await control.addScenario({ operation: 'createImage', outcome: 'fail', error, times: 1 });
  await using command = image(...BOAT, '--json');
  const { code, out, err } = await ended(command);
  expect({ code, last: err.split('\n').at(-2) }).toEqual({ code: 1, last: 'The prompt is rejected.' });
  expect(JSON.parse(out)).toMatchObject({ status: 'failed', record: { cost: 0 }, files: [] });
});

test('Ctrl-C says how to fetch the task later, and --task does', async () => {
  const frozen = await startMockServer({ port: 0, host: '127.0.0.1', isFrozen: true });
  if (frozen.kind === 'failed') throw new Error(frozen.message);
  try {
    const file = join(folder, 'later on.png');
    const target = ['--url', frozen.baseUrl, '--poll', '0.02'];
    await using command = startCommand('image', ...BOAT, '--yes', '--out', file, ...target);
    await command.told(/submitted, 0%/);
    command.child.kill('SIGINT');
    const { code, err } = await ended(command);
    expect(code).toBe(130);
    const [, id = ''] =
      /^Interrupted\. The task continues: npx gatewright image --task (task_\w+) /m.exec(err) ?? [];
    expect(err).toContain(`--task ${id} --out '${file}' --url ${frozen.baseUrl}\n`);

    const again = ['image', '--task', id, '--out', file, ...target];
    await using late = startCommand(...again, '--timeout', '0.05');
    expect(await ended(late)).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        `did not end within 0.05 s. The task continues: npx gatewright image --task ${id}`,
      ),
    });
    await createControlClient({ baseUrl: frozen.baseUrl }).setClock({ advance: '60s' });
    await using fetched = startCommand(...again);
    expect(await ended(fetched)).toMatchObject({ code: 0, out: `${file}\n` });
    expect((await sharp(file).metadata()).width).toBe(1024);
  } finally {
    await frozen.close();
  }
});

const namesOf = (operation: ModelOperation) =>
  modelsFor(operation)
    .map(({ identity }) => identity.id)
    .join(', ');
const MODELS = namesOf('image_generation');
const PARAMETERS =
  '--prompt, --image-urls, --resolution, --size, --n, --negative-prompt, --prompt-extend, --prompt-extend-mode, --webhook, --language, --nsfw-check';
const QX = 'image --model qx-image-3.0 --prompt x';

/** A command line, and the one line with which it is rejected; `?` stands for the reference to the help. */
const refusals: readonly (readonly [string, string])[] = [
  ['image', `Name a model with --model: ${MODELS}.?`],
  ['image --modle sx-5-0-pro', 'Unknown option --modle. Did you mean --model??'],
  ['image --model', `Name a model with --model: ${MODELS}.?`],
  ['image --model qx-image-3.0', '--prompt is required.?'],
  [
    'video --model sx-5-0-pro',
    `--model sx-5-0-pro: use gatewright image for this model; models of this command: ${namesOf('video_generation')}.?`,
  ],
  [`${QX} --sise 1:1`, 'Unknown option --sise. Did you mean --size??'],
  [`${QX} --colour red`, `Unknown option --colour. qx-image-3.0 has ${PARAMETERS}.?`],
  [`${QX} extra`, 'Unexpected argument "extra".?'],
  [`${QX} --n two`, '--n must be an integer; got "two".?'],
  [`${QX} --resolution 9K`, '--resolution must be one of "1K", "2K"; got "9K".?'],
  [
    `${QX} --size 5:9 --n 0`,
    '--size: "5:9" is not supported; use 1:1, 4:3, 3:4, 16:9, 9:16, 3:2, 2:3 or exact pixels such as 1024x1024; --n must be at least 1; got 0.?',
  ],
  [
    'image --model sx-5-0-pro --prompt x --tools web',
    'Unknown option --tools. tools are not supported by sx-5-0-pro, whatever their value: leave them out.?',
  ],
  [
    'image --model sx-5-0-pro --prompt x --optimize-prompt-options fast',
    '--optimize-prompt-options must be JSON; got fast.?',
  ],
  [`${QX} --image {dir}/none.png`, '--image {dir}/none.png: there is no such file.?'],
  [`${QX} --image {dir}`, '--image {dir}: this is a folder.?'],
  [`${QX} --image /dev/zero`, '--image /dev/zero: this is not a regular file.?'],
  [`${QX} --image {dir}/note.txt`, '--image {dir}/note.txt: the file is not an image.?'],
  [
    'video --model vxq3 --prompt x --image {dir}/wide.png',
    '--image {dir}/wide.png: vxq3 accepts references by URL only; put the file where the gateway can fetch it.?',
  ],
  [`${QX} --out {dir}/wide.png`, '--out: {dir}/wide.png already exists, and nothing is overwritten.?'],
  [`${QX} --out {dir}/none/x.png`, '--out must be in a folder that exists; got {dir}/none/x.png.?'],
  [`${QX} --out {dir}/none/`, '--out: there is no folder {dir}/none/.?'],
  [`${QX} --out {dir}/note.txt/x.png`, '--out must be in a folder that exists; got {dir}/note.txt/x.png.?'],
  [
    `${QX} --n 2 --out {dir}/half.png`,
    '--out: {dir}/half-2.png already exists, and nothing is overwritten.?',
  ],
  ['video --model vxq3 --prompt x', '--image is required.?'],
  [`${QX} --timeout soon`, '--timeout must be seconds above 0, such as 60 or 0.5; got soon.?'],
  [`${QX} --set style`, '--set must be NAME=VALUE; got style.?'],
  [
    `${QX} --url localhost:8080`,
    '--url "localhost:8080" must be an http(s) URL such as http://127.0.0.1:8080.?',
  ],
  [`${QX} --url http://me:secret@host`, '--url must not contain a user name: give the key instead.?'],
  ['image --task task_1 --prompt x', 'Unknown option --prompt. With --task, nothing is submitted.?'],
  ['image --task ../x', '--task must be the id of a task, such as task_0123abcd; got ../x.?'],
  [
    `${QX} --url {silent}`,
    'Nothing answers at {silent}: connection refused. --url names the gateway; npx gatewright mock starts one.',
  ],
  [
    `${QX} --url {silent} --key k`,
    'Nothing answers at {silent}: connection refused. --url names the gateway; npx gatewright mock starts one.',
  ],
  [`${QX} --url {other}`, 'A key is needed: --key KEY, or the environment variable GATEWRIGHT_KEY.?'],
  ['image --task task_1 --url {broken} --key k', 'The gateway answered 501: out of order'],
  [
    'image --task task_1 --url {silent} --key k',
    'Nothing answers at {silent}: connection refused. --url names the gateway; npx gatewright mock starts one.',
  ],
  ['image --task task_1 --url {url}', 'The gateway answered 404: Task task_1 does not exist.'],
  ['image --task task_1 --url {url} --key wrong', 'The gateway answered 401: The API key is not valid.'],
  [`${QX} --url {url} --key wrong`, 'The gateway answered 401: The API key is not valid.'],
  [
    'image --model nothing --prompt x --url {url}',
    'The gateway answered 404: Model nothing does not exist or is not available to this key. GET /v1/models lists its models.',
  ],
];

test.each(refusals)('refuses "%s" in one line', async (line, want) => {
  const places = { dir: folder, url, silent, other, broken };
  const fill = (text: string) =>
    Object.entries(places).reduce((filled, [name, place]) => filled.replaceAll(`{${name}}`, place), text);
  const [command = ''] = line.split(' ');
  const told = fill(want.replace(/\?$/, ` See: npx gatewright help ${command}`));
  expect(await callCommand(...fill(line).split(' '))).toEqual({ code: 2, out: '', err: `${told}\n` });
});

test('an answer that is no JSON is not called a refusal, and the base URL is questioned', async () => {
  const { code, err } = await callCommand(...QX.split(' '), '--url', `${broken}/page`, '--key', 'k', '--yes');
  expect({ code, err }).toEqual({
    code: 2,
    err: `qx-image-3.0: 1 image of 1024x1024, 0.03 USD\nPOST /v1/images/generations answered 200 with a body that is not a JSON object: this does not look like a gateway. Is ${broken}/page the base URL of a gateway?\n`,
  });
});
