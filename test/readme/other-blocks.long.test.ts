import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { FIRST_CALL } from '../../scripts/docs/pages/landing-page.ts';
import { readServeConfig } from '../../src/node/config/config.ts';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { blocksOf } from './markdown-blocks.ts';
import { commandBlocksOf, runLine, startLine } from './page-commands.ts';

const root = resolve(import.meta.dirname, '../..');
const cwd = mkdtempSync(join(tmpdir(), 'gatewright-other-blocks-'));
afterAll(() => rmSync(cwd, { recursive: true }));

test('the commands of docs/callbacks.md show what happened to callbacks', async () => {
  const [[receiver = ''] = [], [webhooks = '', list = ''] = []] = commandBlocksOf('callbacks.md');
  await using mock = await startMock({ speed: 100 });
  const settings = { cwd: root, env: { TOLERANCE_SECONDS: '100000' } };
  expect(await runLine(`${receiver} ${mock.baseUrl}`, settings)).toMatch(/^task_\w+: success, http/m);
  await runLine(webhooks.replace('http://localhost:8080', mock.baseUrl), { cwd });
  await runLine('npx gatewright keys create', { cwd });
  expect(await runLine(list, { cwd })).toMatch(/^TASK +STATE/);
});

test('the first page of the site and docs/first-call.md start a mock, and make a picture', async () => {
  for (const start of [...blocksOf('docs/first-call.md', 'console'), 'npx gatewright mock']) {
    await using mock = await startLine(start, { cwd }, '--speed', '100');
    const env = { GATEWRIGHT_URL: mock.baseUrl };
    await runLine(`${FIRST_CALL} --yes --poll 0.02`, { cwd, env });
    expect(readFileSync(join(cwd, 'lighthouse.png')).subarray(1, 4).toString()).toBe('PNG');
    rmSync(join(cwd, 'lighthouse.png'));
  }
});

test('the file of settings in docs/serve.md is read', () => {
  const [text = ''] = blocksOf('docs/serve.md', 'json');
  writeFileSync(join(cwd, 'serve.json'), text);
  const read = readServeConfig({ config: join(cwd, 'serve.json') }, {});
  expect(read).toMatchObject({ kind: 'read', config: { keepDays: 90 } });
});

test('the files in docs/conformance.md are read: a target with hooks, accepted failures, a step of a workflow', async () => {
  const [target = '', hooks = '', step = '', known = ''] = blocksOf('docs/conformance.md', 'yaml');
  writeFileSync(join(cwd, 'target.yaml'), target + hooks);
  writeFileSync(join(cwd, 'known.yaml'), known);
  await using mock = await startMock();
  const conform = `npx gatewright conform ${mock.baseUrl} --target target.yaml --known-failing known.yaml`;
  const env = {
    KEY_1: mock.apiKey,
    KEY_2: mock.apiKey,
    POOR_KEY: 'a',
    IMAGE_KEY: 'b',
    WEBHOOK_SECRET: 'whsec_YQ==',
  };
  expect(await runLine(`${conform} --plan --only TSK`, { cwd, env })).toMatch(/would run/);
  const [{ with: inputs }] = parse(step);
  const action = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
});
