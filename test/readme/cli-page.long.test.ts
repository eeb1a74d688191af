import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { readBlocks } from './markdown-blocks.ts';

const root = resolve(import.meta.dirname, '../..');

/** `npx gatewright` of this checkout; the mock is fast, so that tasks are polled often. */
const npx = `
npx() {
  shift
  case "$1" in image | video) set -- "$@" --poll 0.02 ;; esac
  node ${join(root, 'bin/gatewright.cjs')} "$@"
}`;

test('the commands of docs/cli.md run one after another', async () => {
  const mock = await startMockServer({ port: 0, host: '127.0.0.1', speed: 100 });
  if (mock.kind === 'failed') throw new Error(mock.message);
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-cli-page-'));
  try {
    const page = await readFile(join(root, 'docs/cli.md'), 'utf8');
    const commands = readBlocks(page)
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => text)
      .join('\n')
      // The first one asks for confirmation on a terminal, as the page says.
      .replace(/--out fox\.png$/m, '--out fox.png --yes')
      .replaceAll('http://localhost:8080', mock.baseUrl);
    const env = { ...process.env, GATEWRIGHT_URL: mock.baseUrl };
    const script = `set -euo pipefail\n${npx}\n${commands}`;
    const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env });
    expect(await readdir(folder)).toEqual([
      'fox.png',
      'lighthouse-1.png',
      'lighthouse-2.png',
      'night.png',
      'shore.mp4',
    ]);
    expect(stdout).toMatch(/^lighthouse-1\.png\nlighthouse-2\.png$/m);
    expect(stdout).toMatch(/^http:\S+\/0\.png$/m);
    expect(await sharp(join(folder, 'fox.png')).metadata()).toMatchObject({ format: 'png', width: 2048 });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await mock.close();
  }
});
