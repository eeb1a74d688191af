import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { ROOT } from './project.ts';

/** What runs: modules by their path in a package, as JavaScript, and the packages that they import. */
export interface RunningModules {
  readonly modules: ReadonlyMap<string, string>;
  readonly packages: ReadonlySet<string>;
}

/** What runs when some modules of the project do. */
export function runningModules(roots: readonly string[]): RunningModules {
  const modules = new Map<string, string>();
  const packages = new Set<string>();
  const found = new Set(roots);
  for (const file of found) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const built = file.endsWith('.ts') ? toJavaScript(text, file) : text;
    modules.set(file.replace(/\.ts$/, '.js'), built);
    for (const next of namedIn(built, file)) found.add(next);
    for (const name of packagesIn(built)) packages.add(name);
  }
  return { modules, packages };
}

/** Packages that are imported, or whose program is run. */
function packagesIn(text: string): readonly string[] {
  const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  const run = [...text.matchAll(/import\.meta\.resolve\(["']([^"']+)["']\)/g)].map(([, name = '']) => name);
  return [...imported, ...run]
    .filter((name) => !/^(\.|node:)/.test(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

const RELATIVE = /(["'])(\.{1,2}\/[^"'\n]+\.)(?:js|ts|json)\1/g;

const SUFFIXES = ['ts', 'js', 'json'] as const;
const isFile = (path: string) => existsSync(join(ROOT, path));

/** Modules that are imported at run time, or named for a thread or a process. */
function namedIn(text: string, file: string): readonly string[] {
  const stems = [...text.matchAll(RELATIVE)].map(([, , stem = '']) => posix.join(posix.dirname(file), stem));
  return stems.flatMap((stem) => SUFFIXES.map((suffix) => stem + suffix).find(isFile) ?? []);
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  removeComments: true,
};

function toJavaScript(source: string, fileName: string): string {
  const { outputText } = ts.transpileModule(source, { fileName, compilerOptions });
  // The compiler leaves modules as they are that are named by URL, and imports in what it unfolds, such as `await using`.
  return outputText.replaceAll(/\b(new URL|import)\((["'])(\.{1,2}\/[^"']+)\.ts\2/g, '$1($2$3.js$2');
}
