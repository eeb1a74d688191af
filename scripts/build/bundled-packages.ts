import { copyFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { constructorsOfLiterals } from './constructors-of-literals.ts';
import { ROOT } from './project.ts';

/**
 * Packages that are part of the built one: mediabunny brings `@types` packages, which TypeScript 5 takes into every project that has them
 * installed, and which contradict its own types of the DOM. The CEL library must not depend on the globals of its runtime.
 */
export const BUNDLED_PACKAGES: readonly string[] = ['mediabunny', '@marcbachmann/cel-js'];

const FOLDER = 'bundled';

/** The JavaScript of a module that imports bundled packages from their files; `file` is its path in the package. */
export function withBundledPackages(text: string, file: string): string {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.filter(({ fileName }) => BUNDLED_PACKAGES.includes(fileName))
    .reduceRight((rest, { fileName, pos }) => {
      const path = posix.relative(posix.dirname(file), `${FOLDER}/${fileName}.js`);
      const begin = pos + 1; // after the quotation mark
      return rest.slice(0, begin) + path + rest.slice(begin + fileName.length);
    }, text);
}

/** Writes each bundled package as one module, with its licence beside it. */
export async function writeBundledPackages(out: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(BUNDLED_PACKAGES.map((name) => [name, name])),
    outdir: posix.join(out, FOLDER),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    plugins: [constructorsOfLiterals],
    banner: { js: '// Bundled from the npm package of the same name, which has the source and the licence.' },
  });
  for (const name of BUNDLED_PACKAGES)
    copyFileSync(join(ROOT, 'node_modules', name, 'LICENSE'), join(out, FOLDER, `${name}.LICENSE`));
}
