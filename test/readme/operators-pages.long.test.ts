import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { startCommandIn } from '../cli/start-command.ts';
import { submitImage } from '../serve/client.ts';
import { readBlocks } from './markdown-blocks.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** What needs a database of its own, or a system to administer. */
const ELSEWHERE = /postgres|pg_dump|createdb|useradd|systemctl|install -D|--public-url|keys create --credit/;

/** A request that runs long enough to be cancelled. */
const SLOW = { model: 'sx-5-0-pro' };

/** The commands of a page, one a line. */
function commandsOf(page: string): readonly string[] {
  return readBlocks(readFileSync(join(root, 'docs', page), 'utf8'))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line !== '' && !ELSEWHERE.test(line));
}

/** Runs a command in a shell where `npx gatewright` is that of this checkout. */
async function runLine(line: string, folder: string): Promise<string> {
  const npx = `npx() { shift; '${process.execPath}' '${root}/bin/gatewright.cjs' "$@"; }`;
  const strict = `set -euo pipefail; curl() { command curl --fail-with-body "$@"; }; ${npx}\n${line}`;
  return (await run('bash', ['-c', strict], { cwd: folder, env: { ...process.env, DATABASE_URL: '' } }))
    .stdout;
}

test('the commands of docs/mock.md work', async () => {
  await using mock = await startMock();
  const commands = commandsOf('mock.md');
  const starts = commands.filter((line) => line.startsWith('npx'));
  const requests = commands.filter((line) => line.startsWith('curl'));
  expect(requests.length).toBeGreaterThan(20);
  expect(commands.length - requests.length).toBe(starts.length);
  for (const start of starts) {
    const [, , ...args] = start.replace(/#.*/, '').trim().split(/\s+/);
    await using command = startCommandIn({ cwd: root, env: {} }, ...args, '--port', '0');
    await command.printed(/http:\/\/127\.0\.0\.1:\d+/);
  }
  for (const line of requests) await runLine(line.replaceAll('http://localhost:8080', mock.baseUrl), root);
});

test('the commands of docs/serve.md work', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-serve-page-'));
  mkdirSync(join(folder, 'gatewright-data'));
  symlinkSync('gatewright-data', join(folder, 'data'));
  try {
    const [create = '', ...commands] = commandsOf('serve.md');
    expect(create).toContain('keys create --data ./data');
    const created = await runLine(create, folder);
    const [key = ''] = /sk-\S+/.exec(created) ?? [];
    // Its key is revoked.
    const [, id = ''] = /^ +id +(\S+)$/m.exec(await runLine(create, folder)) ?? [];
    const [first = '', ...starts] = commands.filter((line) => / gatewright serve /.test(line));
    const serve = async (line: string, ...more: readonly string[]) => {
      const [, , ...args] = line.replace(/#.*/, '').trim().split(/\s+/);
      const command = startCommandIn(
        { cwd: folder, env: { DATABASE_URL: '' } },
        ...args,
        '--port',
        '0',
        ...more,
      );
      const [baseUrl] = await command.printed(/http:\/\/127\.0\.0\.1:\d+/);
      return { baseUrl, [Symbol.asyncDispose]: () => command[Symbol.asyncDispose]() };
    };
    {
      await using service = await serve(first, '--simulator-speed', '5');
      const ended = await submitImage(service.baseUrl, key, { webhook: 'https://hooks.example.com/gateway' });
      await expect
        .poll(() => runLine('npx gatewright callbacks list', folder), { timeout: 120_000, interval: 1000 })
        .toContain(ended);
      const others = commands.filter((line) => !/ gatewright serve |export/.test(line));
      expect(others.length).toBeGreaterThan(15);
      for (const line of others) {
        const task = line.includes('tasks cancel') ? await submitImage(service.baseUrl, key, SLOW) : ended;
        await runLine(line.replace('3f9c2a71b04e', id).replace('TASK_ID', task), folder);
      }
    }
    for (const line of starts) {
      const service = await serve(line);
      await service[Symbol.asyncDispose]();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
