import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PUBLISHED } from './validator.ts';

const root = join(import.meta.dirname, '../..');

// Other validators are run by npm run check:validators, which downloads them; Redocly is part of npm test.
test('every published document names a contact, as Spectral wants it', async () => {
  for (const { files } of PUBLISHED) {
    const document = JSON.parse(await readFile(join(root, 'generated', files[0]), 'utf8')) as object;
    expect(document, files[0]).toHaveProperty('info.contact.name');
  }
});

test('no published pattern needs what the regular expressions of Go and Rust lack', async () => {
  for (const file of PUBLISHED.map(({ files: [json] }) => json)) {
    const patterns: string[] = [];
    JSON.parse(await readFile(join(root, 'generated', file), 'utf8'), (name, value: unknown) => {
      if (name === 'pattern' && typeof value === 'string') patterns.push(value);
      return value;
    });
    expect(patterns.length, file).toBeGreaterThan(0);
    expect(
      patterns.filter((pattern) => /\(\?[=!<]|\\[1-9]/.test(pattern)),
      file,
    ).toEqual([]);
  }
});
