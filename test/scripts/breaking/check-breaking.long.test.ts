import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkBreaking } from '../../../scripts/check-breaking.ts';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '../../..');
const schema = 'generated/schemas/vxq3.json';
let root = '';

async function git(...command: readonly string[]): Promise<void> {
  const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.invalid'];
  await run('git', ['-C', root, ...author, ...command]);
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(root, file), 'utf8');
  expect(text).toContain(from);
  await writeFile(join(root, file), text.replace(from, to));
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gatewright-breaking-'));
  await mkdir(join(root, 'generated'));
  await cp(join(project, 'generated/openapi.json'), join(root, 'generated/openapi.json'));
  await cp(join(project, 'generated/schemas'), join(root, 'generated/schemas'), { recursive: true });
  await git('init', '--quiet');
  await git('commit', '--quiet', '--allow-empty', '--message', 'nothing yet');
  await git('tag', 'empty');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'contract');
  await git('tag', 'contract');
  await change(schema, '"540p"', '"541p"');
  await change('generated/openapi.json', '"/v1/balance"', '"/v1/balances"');
});

afterAll(() => rm(root, { recursive: true, force: true }));

test('finds differences between the working tree and git', async () => {
  const { base, changes } = await checkBreaking({ root });
  expect(base).toBe('contract');
  expect(changes.map(({ file, pointer, what }) => `${file} ${pointer}: ${what}`)).toEqual([
    'generated/schemas/vxq3.json /properties/resolution/enum: "540p" is no longer allowed',
    'generated/openapi.json /paths/~1v1~1balance/get: operation is gone',
    'generated/openapi.json /paths/~1v1~1balance: Path `/v1/balance` was renamed to `/v1/balances`.',
  ]);
});

test('compares main with the last release when the working tree differs, not with its own commit', async () => {
  await git('commit', '--quiet', '--allow-empty', '--message', 'after the release');
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  try {
    expect((await checkBreaking({ root })).base).toBe('contract');
  } finally {
    await git('update-ref', '-d', 'refs/remotes/origin/main');
    await git('reset', '--quiet', '--soft', 'contract');
  }
});

test('has nothing to compare with before the first contract', async () => {
  expect(await checkBreaking({ root, base: 'empty' })).toEqual({ base: undefined, changes: [] });
});

test('accepts a break only with a decision record', async () => {
  const decision = 'docs/decisions/0001-540p.md';
  const entry = `{ file: ${schema}, pointer: /properties/resolution/enum, decision: ${decision} }`;
  await mkdir(join(root, 'openapi'));
  await writeFile(join(root, 'openapi/accepted-breaking-changes.yaml'), `accepted:\n  - ${entry}\n`);
  await expect(checkBreaking({ root })).rejects.toThrow('names no decision record');

  await mkdir(join(root, 'docs/decisions'), { recursive: true });
  await writeFile(join(root, decision), '# 540p\n');
  const { changes } = await checkBreaking({ root });
  expect(changes.map(({ file }) => file)).toEqual(['generated/openapi.json', 'generated/openapi.json']);
});

test('names a base that git does not have', async () => {
  await expect(checkBreaking({ root, base: 'no-such-tag' })).rejects.toThrow(
    'git has no commit "no-such-tag"',
  );
});

test('compares with another folder', async () => {
  const { base, changes } = await checkBreaking({ root: project, baseDir: project });
  expect(base).toBe(project);
  expect(changes).toEqual([]);
});
