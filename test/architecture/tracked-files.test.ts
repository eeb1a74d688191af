import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

test('nothing that is ignored is part of the project', async ({ skip }) => {
  const question = ['-C', root, 'ls-files', '--cached', '--ignored', '--exclude-standard'];
  const listing = await run('git', question).catch(() => undefined);
  if (!listing) return skip('not a git checkout');
  expect(listing.stdout).toBe('');
});
