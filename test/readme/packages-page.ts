import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readBlocks } from './markdown-blocks.ts';

const root = resolve(import.meta.dirname, '../..');

/** The TypeScript blocks of docs/packages.md as one program; it imports `gatewright/...`. */
export async function readPackagesProgram(): Promise<string> {
  const page = await readFile(join(root, 'docs/packages.md'), 'utf8');
  return readBlocks(page)
    .filter(({ language }) => language === 'ts')
    .map(({ text }) => text)
    .join('\n');
}

/** The lines of docs/packages.md that set up a test runner. */
export async function readTestSetup(): Promise<string> {
  const page = await readFile(join(root, 'docs/packages.md'), 'utf8');
  const block = readBlocks(page).find(({ text }) => text.includes('mockForEachTest'));
  if (!block) throw new Error('docs/packages.md sets up no test runner.');
  return block.text;
}

/** The block of docs/your-own-models.md with some words. */
export async function readOwnModelsBlock(words: string): Promise<string> {
  const page = await readFile(join(root, 'docs/your-own-models.md'), 'utf8');
  const block = readBlocks(page).find(({ text }) => text.includes(words));
  if (!block) throw new Error(`docs/your-own-models.md has no block with ${words}.`);
  return block.text;
}

/** What the program prints. */
export const PACKAGES_OUTPUT = [
  '200',
  '402',
  '200',
  '{ width: 2048, height: 2048 } 0.09 0.09',
  '1',
  '/n n must be at most 1; got 2',
  'true',
  'passed 0',
  '3.1.0 Vxq3',
];
