import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { gatewrightDocuments, gatewrightEntries } from '../../scripts/build/entries.ts';
import { PACKAGES_OUTPUT, readPackagesProgram } from './packages-page.ts';

const root = resolve(import.meta.dirname, '../..');

/** Where an entry of the package is in the project. */
function inProject(entry: string): string {
  const module = gatewrightEntries.find(({ path }) => path === `./${entry}`)?.module;
  const [pattern = '', file = ''] =
    Object.entries(gatewrightDocuments).find(([path]) => `./${entry}`.startsWith(path.replace('*', ''))) ??
    [];
  return join(root, module ?? file.replace('*', entry.slice(pattern.length - './*'.length)));
}

test('the blocks of docs/packages.md are one program, which runs', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewright-packages-page-'));
  try {
    const program = await readPackagesProgram();
    const file = join(folder, 'program.mts');
    await writeFile(
      file,
      program.replaceAll(/'gatewright\/([^']+)'/g, (_all, entry: string) => `'${inProject(entry)}'`),
    );
    const { stdout } = await promisify(execFile)(process.execPath, [file]);
    expect(stdout.trim().split('\n')).toEqual(PACKAGES_OUTPUT);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('every entry has its row, and its use here or on a page of its own', async () => {
  const program = await readPackagesProgram();
  for (const { path } of gatewrightEntries) {
    const entry = `gatewright${path.slice(1)}`;
    const [row, own] =
      new RegExp(`^\\| \`${entry}\` +\\| (?:\\[[^\\]]+\\]\\(([\\w-]+\\.md)\\))?.*$`, 'm').exec(
        await readPage('packages.md'),
      ) ?? [];
    expect(row, entry).toBeDefined();
    expect(own ? await readPage(own) : program).toContain(`'${entry}'`);
  }
});

function readPage(name: string): Promise<string> {
  return readFile(join(root, 'docs', name), 'utf8');
}
