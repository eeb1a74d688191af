import { copyFileSync, cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import ts from 'typescript';

/** Builds the package `@gatewright/client` in `dist/client`, or in the folder of `--out`: modules, and types with declaration maps. */
const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist/client') } } });
const out = resolve(values.out);
const entries = {
  index: 'src/client/index.ts',
  estimate: 'src/client/estimate/index.ts',
  react: 'src/client/react/index.ts',
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await writeModules();
writeTypes();
writeManifest();
copyFileSync(join(root, 'docs/client.md'), join(out, 'README.md'));

/** Everything but openapi-fetch, and the React of those who use it, is bundled: nothing else has to be installed. */
async function writeModules(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: 'shared-[hash]',
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    external: ['openapi-fetch', 'react'],
  });
}

function writeTypes(): void {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram({
    rootNames: Object.values(entries).map((entry) => join(root, entry)),
    options: {
      ...options,
      lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
      types: [],
      noEmit: false,
      declaration: true,
      declarationMap: true,
      emitDeclarationOnly: true,
      rootDir: root,
      outDir: join(out, 'types'),
    },
  });
  const { diagnostics } = program.emit();
  const all = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (all.length > 0) throw new Error(ts.formatDiagnostics(all, formatHost));
  for (const map of globSync('types/**/*.d.ts.map', { cwd: out })) bringSource(map);
}

/** Copies the source that a declaration map leads to, so that editors find it in the package. */
function bringSource(map: string): void {
  const source = map.replace(/^types\//, '').replace(/\.d\.ts\.map$/, '.ts');
  cpSync(join(root, source), join(out, source));
  const text = JSON.parse(readFileSync(join(out, map), 'utf8'));
  const sources = [relative(dirname(map), source)];
  writeFileSync(join(out, map), JSON.stringify({ ...text, sources }));
}

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => root,
  getNewLine: () => '\n',
};

function writeManifest(): void {
  const { version, license, dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  const entryPoint = (name: keyof typeof entries) => ({
    types: `./types/${entries[name].replace(/\.ts$/, '.d.ts')}`,
    default: `./${name}.js`,
  });
  const manifest = {
    name: '@gatewright/client',
    version,
    description:
      'Typed client for gateways to generative models: task handles, streams, callbacks, prices before paying.',
    license,
    type: 'module',
    sideEffects: false,
    exports: {
      '.': entryPoint('index'),
      './estimate': entryPoint('estimate'),
      './react': entryPoint('react'),
      './package.json': './package.json',
    },
    engines: { node: '>=22.12' },
    files: ['*.js', 'types', 'src', 'generated'],
    dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
    peerDependencies: { react: peerDependencies.react },
    peerDependenciesMeta: { react: { optional: true } },
  };
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}
