import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { withAbsoluteLinks } from './absolute-links.ts';
import { constructorsOfLiterals } from './constructors-of-literals.ts';
import { clientEntries, type Entry, nameOf, typesOf } from './entries.ts';
import { PUBLISH_CONFIG, ROOT, readProject } from './project.ts';
import { writeTypes } from './write-types.ts';

/** Builds `@gatewright/client` in a folder: bundled modules, and types with declaration maps. */
export async function buildClient(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  await writeModules(out);
  writeTypes(clientEntries, { out, node: false });
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  const page = readFileSync(join(ROOT, PAGE), 'utf8');
  writeFileSync(join(out, 'README.md'), withAbsoluteLinks(page, { page: PAGE, isHere: () => false }));
  copyFileSync(join(ROOT, 'LICENSE'), join(out, 'LICENSE'));
}

const PAGE = 'docs/client.md';

/** Everything but openapi-fetch, and the React of those who use it, is bundled: nothing else has to be installed. */
async function writeModules(out: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(clientEntries.map((entry) => [nameOf(entry), entry.module])),
    outdir: out,
    bundle: true,
    splitting: true,
    chunkNames: 'shared-[hash]',
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    external: ['openapi-fetch', 'react'],
    plugins: [constructorsOfLiterals],
  });
}

function manifest(): object {
  const { version, license, repository, dependencies, peerDependencies } = readProject();
  const exported = (entry: Entry) => ({ types: typesOf(entry), default: `./${nameOf(entry)}.js` });
  return {
    name: '@gatewright/client',
    version,
    description:
      'Typed client for gateways to generative models: task handles, streams, callbacks, prices before paying.',
    license,
    repository,
    publishConfig: PUBLISH_CONFIG,
    type: 'module',
    sideEffects: false,
    exports: {
      ...Object.fromEntries(clientEntries.map((entry) => [entry.path, exported(entry)])),
      './package.json': './package.json',
    },
    engines: { node: '>=22.12' },
    files: ['*.js', 'types', 'sources'],
    dependencies: { 'openapi-fetch': dependencies['openapi-fetch'] },
    peerDependencies: { react: peerDependencies.react },
    peerDependenciesMeta: { react: { optional: true } },
  };
}
