import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import ts from 'typescript';
import type { Entry } from './entries.ts';
import { ROOT } from './project.ts';

/** Where a package is written, and which platform its declarations may name. */
export interface TypesOptions {
  readonly out: string;
  /** Whether they may name types of Node. */
  readonly node: boolean;
}

const FOR_NODE: ts.CompilerOptions = { types: ['node'] };
const FOR_ANY: ts.CompilerOptions = {
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: [],
};

/**
 * Writes the declarations that entries lead to, and no others, into `types`, with maps to our own sources, which are copied.
 * Sources are not beside declarations: a compiler would find them first.
 */
export function writeTypes(entries: readonly Entry[], { out, node }: TypesOptions): void {
  const emitted = emitDeclarations(entries, node);
  const reached = reach(
    entries.map(({ module }) => module.replace(/\.ts$/, '.d.ts')),
    emitted,
  );
  const write = (name: string) => {
    const text = textOf(name, emitted);
    const target = join(out, 'types', name);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, isOurs(name) ? text : text.replace(MAP_COMMENT, ''));
  };
  for (const file of reached) {
    write(file);
    if (isOurs(file)) write(`${file}.map`);
  }
  copySources(out);
}

/** Of generated files: their declarations are as readable as they are, and would be most of the sources. */
const MAP_COMMENT = /^\/\/# sourceMappingURL=.*$/m;

const isOurs = (file: string) => file.startsWith('src/');

function textOf(name: string, emitted: ReadonlyMap<string, string>): string {
  const text = emitted.get(name);
  if (text === undefined) throw new Error(`There is no ${name}, to which declarations lead.`);
  return text;
}

/** Declarations and maps by their path below the project, those that were written as declarations included. */
function emitDeclarations(entries: readonly Entry[], node: boolean): ReadonlyMap<string, string> {
  const emitted = new Map<string, string>();
  const program = ts.createProgram({
    rootNames: entries.map(({ module }) => join(ROOT, module)),
    options: {
      ...compilerOptions(),
      ...(node ? FOR_NODE : FOR_ANY),
      noEmit: false,
      declaration: true,
      declarationMap: true,
      emitDeclarationOnly: true,
      rootDir: ROOT,
      outDir: ROOT,
    },
  });
  for (const { fileName, isDeclarationFile, text } of program.getSourceFiles())
    if (isDeclarationFile && !fileName.includes('/node_modules/')) emitted.set(pathOf(fileName), text);
  const { diagnostics } = program.emit(undefined, (file, text) => {
    emitted.set(pathOf(file), text);
  });
  const all = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (all.length > 0) throw new Error(ts.formatDiagnostics(all, formatHost));
  return emitted;
}

function pathOf(file: string): string {
  return relative(ROOT, file).replaceAll('\\', '/');
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT).options;
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => ROOT,
  getNewLine: () => '\n',
};

/** A module that is exported by a name, which TypeScript does not list among imported files. */
const NAMESPACE = /^export \* as \w+ from ['"]([^'"]+)['"]/gm;

/** The declaration files that some of them lead to, themselves included. */
function reach(roots: readonly string[], emitted: ReadonlyMap<string, string>): readonly string[] {
  const found = new Set(roots);
  for (const file of found) {
    const text = textOf(file, emitted);
    const imported = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
    const exported = [...text.matchAll(NAMESPACE)].map(([, name = '']) => name);
    for (const name of [...imported, ...exported].filter((name) => name.startsWith('.')))
      found.add(posix.join(posix.dirname(file), name).replace(/\.[jt]s$/, '.d.ts'));
  }
  return [...found];
}

/** Copies the sources that declaration maps lead to, so that editors find them in the package. */
function copySources(out: string): void {
  for (const map of globSync('types/**/*.d.ts.map', { cwd: out })) {
    const source = map.replace(/^types./, '').replace(/\.d\.ts\.map$/, '.ts');
    const copy = join('sources', source);
    cpSync(join(ROOT, source), join(out, copy));
    const text = JSON.parse(readFileSync(join(out, map), 'utf8'));
    const sources = [relative(dirname(map), copy)];
    writeFileSync(join(out, map), JSON.stringify({ ...text, sources }));
  }
}
