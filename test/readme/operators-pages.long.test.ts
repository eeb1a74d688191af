import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startMock } from '../../src/node/programs/start-mock.ts';
import { submitImage } from '../serve/client.ts';
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts';
import { programOf } from '../support/postgres-cluster.ts';
import { commandBlocksOf, runLine, startLine } from './page-commands.ts';

const root = resolve(import.meta.dirname, '../..');
const parent = mkdtempSync(join(tmpdir(), 'gatewright-pages-'));
afterAll(() => rmSync(parent, { recursive: true }));

/** What the test of PostgreSQL runs, and what administers a machine. */
const ELSEWHERE = /postgres|pg_dump|createdb|useradd|systemctl|install -D|--public-url|keys create --credit/;

/** A request that runs long enough to be cancelled. */
const SLOW = { model: 'sx-5-0-pro' };

function folderNamed(name: string): string {
  const folder = join(parent, name);
  mkdirSync(folder);
  return folder;
}

test('the commands of docs/mock.md work', async () => {
  await using mock = await startMock();
  const commands = commandBlocksOf('mock.md').flat();
  const starts = commands.filter((line) => line.startsWith('npx'));
  const requests = commands.filter((line) => line.startsWith('curl'));
  expect(requests.length).toBeGreaterThan(20);
  expect(commands.length - requests.length).toBe(starts.length);
  for (const start of starts) {
    const command = await startLine(start, { cwd: root });
    await command[Symbol.asyncDispose]();
  }
  for (const line of requests)
    await runLine(line.replaceAll('http://localhost:8080', mock.baseUrl), { cwd: root });
});

test('the commands of docs/serve.md work', async () => {
  const cwd = folderNamed('serve');
  mkdirSync(join(cwd, 'gatewright-data'));
  symlinkSync('gatewright-data', join(cwd, 'data'));
  const commands = commandBlocksOf('serve.md').flat();
  const [create = '', ...lines] = commands.filter((line) => !ELSEWHERE.test(line));
  expect(create).toContain('keys create --data ./data');
  const [key = ''] = /sk-\S+/.exec(await runLine(create, { cwd })) ?? [];
  // Its key is revoked.
  const [, id = ''] = /^ +id +(\S+)$/m.exec(await runLine(create, { cwd })) ?? [];
  const isStart = (line: string) => / gatewright serve /.test(line);
  const [first = '', ...starts] = lines.filter(isStart);
  {
    await using service = await startLine(first, { cwd }, '--simulator-speed', '5');
    const ended = await submitImage(service.baseUrl, key, { webhook: 'https://hooks.example.com/gateway' });
    await expect
      .poll(() => runLine('npx gatewright callbacks list', { cwd }), { timeout: 120_000, interval: 1000 })
      .toContain(ended);
    const others = lines.filter((line) => !isStart(line) && !line.startsWith('export'));
    expect(others.length).toBeGreaterThan(15);
    for (const line of others) {
      const task = line.includes('tasks cancel') ? await submitImage(service.baseUrl, key, SLOW) : ended;
      await runLine(line.replace('3f9c2a71b04e', id).replace('TASK_ID', task), { cwd });
    }
  }
  const [setKey = ''] = lines.filter((line) => line.startsWith('export'));
  const ENCRYPTION_KEYS = await runLine(`${setKey}\nprintf %s "$ENCRYPTION_KEYS"`, { cwd });
  expect(Buffer.from(ENCRYPTION_KEYS, 'base64')).toHaveLength(32);
  expect(starts).toHaveLength(2);
  for (const line of starts) {
    const service = await startLine(line, { cwd, env: { ENCRYPTION_KEYS } });
    await service[Symbol.asyncDispose]();
  }
  await expect(runLine(create, { cwd }), 'the secrets are encrypted now').rejects.toThrow('ENCRYPTION_KEYS');
});

test.skipIf(!hasPostgres)('the commands of docs/serve.md for PostgreSQL work', async () => {
  const blocks = commandBlocksOf('serve.md');
  const [exported = '', create = '', start = ''] =
    blocks.find(([line]) => /export DATABASE_URL/.test(line ?? '')) ?? [];
  const [dump = '', restore = ''] = blocks.find(([line]) => line?.startsWith('pg_dump')) ?? [];
  const database = new URL(await createPostgresDatabase());
  const address = exported.replace('postgres://gatewright:PASSWORD@db/gatewright', `'${database}'`);
  const cwd = folderNamed('postgres');
  const env = {
    PATH: `${dirname(programOf('pg_dump'))}${delimiter}${process.env.PATH}`,
    PGHOST: database.searchParams.get('host') ?? '',
    PGUSER: 'postgres',
  };
  const [key = ''] = /sk-\S+/.exec(await runLine(`${address}\n${create}`, { cwd, env })) ?? [];
  {
    await using service = await startLine(start, { cwd, env: { DATABASE_URL: database.href } });
    await submitImage(service.baseUrl, key);
    await runLine(`${address}\n${dump}`, { cwd, env });
  }
  expect(existsSync(join(cwd, 'backup.dump'))).toBe(true);
  try {
    await runLine(restore, { cwd, env });
    database.pathname = '/restored';
    const restored = { cwd, env: { ...env, DATABASE_URL: database.href } };
    expect(await runLine('npx gatewright tasks list', restored)).toContain('task_');
  } finally {
    await runLine('dropdb --if-exists restored', { cwd, env });
  }
});

test('the files that docs/serve.md installs for systemd are there', async () => {
  const cwd = folderNamed('systemd');
  const [block = []] = commandBlocksOf('serve.md').filter((lines) =>
    lines.some((line) => /useradd/.test(line)),
  );
  const installs = block.filter((line) => line.startsWith('install'));
  expect(installs).toHaveLength(3);
  for (const line of installs) await runLine(line.replace(' /etc/', ` ${cwd}/etc/`), { cwd: root });
  for (const file of [
    'gatewright/gatewright.json',
    'gatewright/secrets.env',
    'systemd/system/gatewright.service',
  ])
    expect(existsSync(join(cwd, 'etc', file)), file).toBe(true);
});
