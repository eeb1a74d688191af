import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lintContract } from '../../scripts/lint-contract.ts';
import { readBlocks } from './markdown-blocks.ts';

const project = join(import.meta.dirname, '..', '..');

test('the model file of the page has no problems', async () => {
  const root = await mkdtemp(join(tmpdir(), 'gatewright-page-'));
  try {
    for (const part of ['openapi', 'schemas', 'scripts', 'redocly.yaml']) {
      await cp(join(project, part), join(root, part), { recursive: true });
    }
    await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
    const page = await readFile(join(project, 'docs/adding-a-model.md'), 'utf8');
    const file = readBlocks(page).find(({ language }) => language === 'json');
    await writeFile(join(root, 'schemas/models/Paper10.json'), file?.text ?? '');
    expect(await lintContract(root)).toEqual([]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
