import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { readBlocks } from '../readme/markdown-blocks.ts';

/** The file of docs/msw.md whose first line is its name. */
export async function readExample(name: string): Promise<string> {
  const page = await readFile(resolve(import.meta.dirname, '../../docs/msw.md'), 'utf8');
  const block = readBlocks(page).find(({ text }) => text.startsWith(`// ${name}\n`));
  if (!block) throw new Error(`docs/msw.md has no ${name}`);
  return block.text;
}
