import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readTextFile } from '../../src/node/config/read-regular-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'gatewright-regular-'));
afterAll(() => rmSync(folder, { recursive: true }));

const OPEN = '/proc/self/fd';

function file(content: string | Uint8Array): string {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
}

test.each<readonly [string, () => string, object]>([
  ['a file with text', () => file('{"port": 1}'), { kind: 'read', text: '{"port": 1}' }],
  ['a file with a byte order mark', () => file('\uFEFF{}'), { kind: 'read', text: '{}' }],
  ['a file with U+FEFF inside', () => file('a\uFEFFb'), { kind: 'read', text: 'a\uFEFFb' }],
  ['an empty file', () => file(''), { kind: 'read', text: '' }],
  [
    'a file with another encoding in its third line',
    () => file(Buffer.from('a\nb\n\xfc', 'latin1')),
    { kind: 'unreadable', why: 'line 3 is not UTF-8: save the file as UTF-8' },
  ],
  ['a folder', () => folder, { kind: 'unreadable', why: 'this is a folder' }],
  ['a missing file', () => join(folder, 'none'), { kind: 'missing', why: 'there is no such file' }],
])('reading %s', (_, write, want) => {
  expect(readTextFile(write())).toEqual(want);
});

test.skipIf(process.platform === 'win32')('a pipe that nobody writes to is refused at once', () => {
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(readTextFile(pipe)).toEqual({ kind: 'unreadable', why: 'this is not a regular file' });
});

test.skipIf(process.platform === 'win32')('a device is refused, as is a path that is too long', () => {
  expect(readTextFile('/dev/null')).toEqual({ kind: 'unreadable', why: 'this is not a regular file' });
  expect(readTextFile(join(folder, 'a'.repeat(300)))).toEqual({
    kind: 'unreadable',
    why: expect.stringMatching(/^the file cannot be read: ENAMETOOLONG/),
  });
});

test.skipIf(process.platform !== 'linux')('leaves no file open, whatever the path names', () => {
  const path = file('text');
  const before = readdirSync(OPEN).length;
  for (let count = 0; count < 20; count += 1)
    for (const one of [path, folder, '/dev/null', join(folder, 'none')]) readTextFile(one);
  expect(readdirSync(OPEN).length).toBeLessThan(before + 10);
});
