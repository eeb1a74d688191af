import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../scripts/generate.ts';
import { lintContract } from '../../scripts/lint-contract.ts';
import { readBlocks } from './markdown-blocks.ts';

const project = join(import.meta.dirname, '..', '..');
const headers = { authorization: 'Bearer sk-mock' };
let root = '';
let mock: ChildProcess | undefined;
let baseUrl = '';

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-model-'));
  for (const part of ['openapi', 'schemas', 'scripts', 'src', 'redocly.yaml', 'package.json']) {
    await cp(join(project, part), join(root, part), { recursive: true });
  }
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
  const page = await readFile(join(project, 'docs/adding-a-model.md'), 'utf8');
  const file = readBlocks(page).find(({ language }) => language === 'json');
  await writeFile(join(root, 'schemas/models/Paper10.json'), file?.text ?? '');
  await generate({ root, out: join(root, 'generated') });
  mock = spawn(process.execPath, [
    join(root, 'src/cli/main.ts'),
    'mock',
    '--port',
    '0',
    '--quiet',
    '--speed',
    '20000',
  ]);
  const [line]: unknown[] = mock.stdout ? await once(mock.stdout, 'data') : [];
  baseUrl = String(line).trim();
});

afterAll(async () => {
  mock?.kill();
  await rm(root, { recursive: true, force: true });
});

async function submit(request: object): Promise<Response> {
  const body = JSON.stringify({ model: 'paper-1.0', prompt: 'A paper boat', ...request });
  return fetch(`${baseUrl}/v1/images/generations`, { method: 'POST', headers, body });
}

test('the file of the page has no problems', async () => {
  expect(await lintContract(root)).toEqual([]);
});

test('the new model is listed with its parameters', async () => {
  const response = await fetch(`${baseUrl}/v1/models/paper-1.0/schema`, { headers });
  expect(await response.json()).toMatchObject({
    data: {
      id: 'paper-1.0',
      category: 'image',
      parameters: { input_schema: { required: ['model', 'prompt'] } },
    },
  });
});

test('the new model is validated, sized and priced', async () => {
  const refused = await submit({ resolution: '2K' });
  expect(await refused.json()).toMatchObject({
    error: { code: 400, violations: [{ rule: 'short_prompt_in_2k' }] },
  });
  const accepted = await submit({ size: '3:2' });
  const { data } = JSON.parse(await accepted.text());
  const task = await fetch(`${baseUrl}/v1/tasks/${data[0].task_id}`, { headers });
  expect(await task.json()).toMatchObject({
    status: 'success',
    cost: 0.02,
    result: { images: [{ sizes: ['1216x832'] }] },
  });
});
