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
