import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { readBlocks } from './markdown-blocks.ts';

const root = resolve(import.meta.dirname, '../..');

test('the components of docs/client.md compile', async () => {
  const page = await readFile(join(root, 'docs/client.md'), 'utf8');
  const components = readBlocks(page).filter(({ language }) => language === 'tsx');
  // Below this checkout, where the types of React are found.
  const folder = await mkdtemp(join(root, 'node_modules/.client-page-'));
  try {
    const files = components.map((_, index) => join(folder, `${index}.tsx`));
    await Promise.all(files.map((file, index) => writeFile(file, components[index]?.text ?? '')));
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
    const program = ts.createProgram(files, {
      ...options,
      lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
      jsx: ts.JsxEmit.ReactJSX,
      paths: {
        '@gatewright/client': [join(root, 'src/client/index.ts')],
        '@gatewright/client/react': [join(root, 'src/client/react/index.ts')],
      },
    });
    const messages = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
    expect([files.length, messages]).toEqual([1, []]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
