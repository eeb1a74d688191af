import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { readBlocks } from './markdown-blocks.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const readme = await readFile(join(root, 'README.md'), 'utf8');
const pasted = readBlocks(readme).filter(({ language, text }) => language === 'sh' && text.includes('curl '));
let folder = '';
let answers: readonly string[] = [];

/**
 * Runs every block in one shell, as a reader would paste them, who waits for a minute between them; each response is followed by its statuses
 * and a marker.
 */
async function paste(port: string): Promise<readonly string[]> {
  const session = [
    'set -euo pipefail',
    `curl() { command curl -w '%{stderr}<%{http_code}>' "$@"; }`,
    ...pasted.flatMap(({ text }) => [
      text.replaceAll('localhost:8080', `localhost:${port}`),
      'echo; echo "<end>"',
      `command curl -s -o advanced.json http://localhost:${port}/__mock/clock -d '{"advance":"1m"}'`,
    ]),
  ];
  const { stdout } = await run('bash', ['-c', `exec 2>&1\n${session.join('\n')}`], { cwd: folder });
  return stdout.split('<end>\n').slice(0, -1);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-readme-'));
  const started = await startMockServer({ port: 0, host: '127.0.0.1', speed: 100 });
  if (started.kind === 'failed') throw new Error(started.message);
  try {
    answers = await paste(new URL(started.baseUrl).port);
  } finally {
    await started.close();
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('every pasted block has the documented result', () => {
  expect(answers).toHaveLength(pasted.length);
  for (const [index, { text, lead }] of pasted.entries()) {
    const wanted = /\b4\d\d\b/.exec(lead)?.[0] ?? '200';
    const statuses = [...(answers[index] ?? '').matchAll(/<(\d{3})>/g)].map(([, status]) => status);
    const calls = text.match(/(?<![\w-])curl /g) ?? [];
    expect(statuses, `${text}${answers[index]}`).toEqual(calls.map(() => wanted));
  }
});

test('the submitted task ends in success', () => {
  const poll = answers[pasted.findIndex(({ text }) => text.includes('/v1/tasks/$TASK'))];
  expect(poll).toContain('"status":"success","progress":100');
});

test('the documented error is the actual one', () => {
  const shown = readBlocks(readme).find(({ language }) => language === 'json');
  const refusal = answers[pasted.findIndex(({ lead }) => lead.includes('400'))];
  expect(refusal).toContain(JSON.stringify(JSON.parse(shown?.text ?? '')));
});

test('the saved files have the type that their name states', async () => {
  expect(await sharp(join(folder, 'lighthouse.png')).metadata()).toMatchObject({
    format: 'png',
    width: 1280,
    height: 720,
  });
  const clip = await readFile(join(folder, 'shore.mp4'), 'latin1');
  expect(clip.slice(4, 8)).toBe('ftyp');
});

test('every command of the table exists', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const named = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...new Set(named), 'start', 'test']));
});
