import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

test('no ignored file is tracked', async ({ skip }) => {
  const question = ['-C', root, 'ls-files', '--cached', '--ignored', '--exclude-standard'];
  const listing = await run('git', question).catch(() => undefined);
  if (!listing) return skip('not a git checkout');
  expect(listing.stdout).toBe('');
});

test('packed packages are not seen as new files, wherever npm pack runs', async ({ skip }) => {
  const packed = ['gatewright-0.1.0.tgz', 'dist/gatewright/gatewright-0.1.0.tgz'];
  const listing = await run('git', ['-C', root, 'check-ignore', ...packed]).catch(({ code, stdout }) =>
    code === 1 ? { stdout } : undefined,
  );
  if (!listing) return skip('not a git checkout');
  expect(listing.stdout.trim().split('\n')).toEqual(packed);
});
