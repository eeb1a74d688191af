import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startMockServer } from '../../src/node/mock-server.ts';
import { readBlocks } from './markdown-blocks.ts';

const root = resolve(import.meta.dirname, '../..');

test('the blocks of docs/client.md are one program, which runs', async () => {
  const mock = await startMockServer({ port: 0, host: '127.0.0.1', speed: 100 });
  if (mock.kind === 'failed') throw new Error(mock.message);
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-client-page-'));
  try {
    const page = await readFile(join(root, 'docs/client.md'), 'utf8');
    const program = readBlocks(page)
      .filter(({ language }) => language === 'ts')
      .map(({ text }) => text)
      .join('\n')
      .replaceAll("'@gatewright/client/estimate'", `'${join(root, 'src/client/estimate/index.ts')}'`)
      .replaceAll("'@gatewright/client'", `'${join(root, 'src/client/index.ts')}'`)
      .replaceAll('http://localhost:8080', mock.baseUrl);
    const file = join(folder, 'program.mts');
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout).toMatch(/^0\.\w+ image\/\w+ 0\.09$/m);
    expect(stdout).toContain('{ width: 2048, height: 2048 } 0.09');
    expect(stdout).toMatch(/^success$/m);
    expect(stdout).toMatch(/^400 \/n$/m);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await mock.close();
  }
});
