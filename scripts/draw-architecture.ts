import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readImports } from './architecture/read-imports.ts';
import { PAGE, PICTURE, writeArchitecture } from './architecture/write-page.ts';

/** `npm run draw:architecture`: the page about the code, and its picture, from the imports of the files. */
const root = join(import.meta.dirname, '..');
const { page, picture } = writeArchitecture(readFileSync(join(root, PAGE), 'utf8'), readImports(root));
writeFileSync(join(root, PAGE), page);
writeFileSync(join(root, PICTURE), picture);
process.stdout.write(`wrote ${PAGE} and ${PICTURE}\n`);
