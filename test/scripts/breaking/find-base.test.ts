import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBase } from '../../../scripts/breaking/read-snapshot.ts';

const run = promisify(execFile);
let root = '';

async function git(...command: readonly string[]): Promise<string> {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid'];
  return (await run('git', ['-C', root, ...author, ...command])).stdout.trim();
}

async function commit(): Promise<string> {
  await git('commit', '--quiet', '--allow-empty', '--message', 'another');
  return git('rev-parse', 'HEAD');
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-base-'));
  await mkdir(join(root, 'openapi'));
  await git('init', '--quiet');
});

afterAll(() => rm(root, { recursive: true, force: true }));

test('the base is where the branch began, else the last release, else the commit of this version', async () => {
  const setVersion = (version: string) =>
    writeFile(join(root, 'openapi/openapi.yaml'), `info:\n  version: ${version}\n`);
  expect(await findBase(root)).toBeUndefined();
  const oldest = await commit();
  expect(await findBase(root)).toBe(oldest);
  const older = await commit();
  expect(await findBase(root)).toBe(oldest);
  await setVersion('1.0.0');
  await git('add', '.');
  const first = await commit();
  expect(await findBase(root)).toBe(older);
  const second = await commit();
  expect(await findBase(root)).toBe(first);
  await git('tag', 'v1');
  expect(await findBase(root)).toBe(first);
  await commit();
  expect(await findBase(root)).toBe('v1');
  await git('update-ref', 'refs/remotes/origin/main', second);
  expect(await findBase(root)).toBe(second);
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  expect(await findBase(root)).toBe('v1');
  await git('tag', 'v2');
  expect(await findBase(root)).toBe(first);
  await setVersion('1.1.0');
  expect(await findBase(root)).toBe('v2');
});
