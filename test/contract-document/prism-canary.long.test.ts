import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleDocument } from '../../scripts/contract/documents/bundle.ts';
import { freePort } from '../support/loopback.ts';

const project = resolve(import.meta.dirname, '../..');
let folder = '';
let base = '';
let prism: ChildProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-prism-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(await bundleDocument(project)));
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const program = join(project, 'node_modules/@stoplight/prism-cli/dist/index.js');
  prism = spawn(process.execPath, [program, 'mock', '--host', '127.0.0.1', '--port', String(port), file]);
  await untilListening(prism);
});

afterAll(async () => {
  prism?.kill();
  await rm(folder, { recursive: true, force: true });
});

function untilListening(child: ChildProcess): Promise<void> {
  return new Promise((done, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('Prism is listening')) done();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`Prism ended with ${code}:\n${output}`)));
  });
}

async function statusOf(path: string, body?: object): Promise<number> {
  const headers = { authorization: 'Bearer sk-test', 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const response = await fetch(`${base}${path}`, { headers, ...init });
  await response.arrayBuffer();
  return response.status;
}

const image = '/v1/images/generations';
const video = '/v1/videos/generations';
const picture = 'https://images.example/1.png';

const accepted: readonly [string, { given: readonly [string, object?] }][] = [
  ['a pro image', { given: [image, { model: 'sx-5-0-pro', prompt: 'a boat' }] }],
  [
    'a qx image in lowercase resolution',
    { given: [image, { model: 'qx-image-3.0', prompt: 'a boat', resolution: '2k' }] },
  ],
  ['n above six, which is truncated', { given: [image, { model: 'qx-image-3.0', prompt: 'a boat', n: 9 }] }],
  [
    'a model the contract does not know',
    { given: [image, { model: 'other/model', prompt: 'a boat', depth: 3 }] },
  ],
  [
    'a one-second clip of the mix model',
    { given: [video, { model: 'vxq3-mix', prompt: 'x', image_urls: [picture], duration: 1 }] },
  ],
  ['the model list', { given: ['/v1/models?expand=anything'] }],
];

test.each(accepted)('accepts %s', async (_name, { given }) => {
  expect(await statusOf(...given)).toBe(200);
});

const refused: readonly [string, { given: readonly [string, object] }][] = [
  ['a pro image without a prompt', { given: [image, { model: 'sx-5-0-pro' }] }],
  ['a group from the pro model', { given: [image, { model: 'sx-5-0-pro', prompt: 'a boat', n: 2 }] }],
  ['a forbidden field', { given: [image, { model: 'sx-5-0-pro', prompt: 'a boat', stream: true }] }],
  ['n as text', { given: [image, { model: 'sx-5-0-lite', prompt: 'a boat', n: '2' }] }],
  ['a body without a model', { given: [image, { prompt: 'a boat' }] }],
  [
    '540p from the mix model',
    { given: [video, { model: 'vxq3-mix', prompt: 'x', image_urls: [picture], resolution: '540p' }] },
  ],
  [
    'a two-second clip of the default model',
    { given: [video, { model: 'vxq3', prompt: 'x', image_urls: [picture], duration: 2 }] },
  ],
  [
    'eight reference images',
    { given: [video, { model: 'vxq3', prompt: 'x', image_urls: Array(8).fill(picture) }] },
  ],
];

test.each(refused)('refuses %s', async (_name, { given }) => {
  const status = await statusOf(...given);
  expect([400, 422]).toContain(status);
});
