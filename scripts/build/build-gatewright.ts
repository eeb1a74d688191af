import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { guides, listGuides } from '../docs/navigation.ts';
import { sdkLanguages } from '../sdk/languages.ts';
import { withAbsoluteLinks } from './absolute-links.ts';
import { browserBundle } from './browser-bundle.ts';
import { BUNDLED_PACKAGES, withBundledPackages, writeBundledPackages } from './bundled-packages.ts';
import { type Entry, gatewrightDocuments, gatewrightEntries, nameOf, typesOf } from './entries.ts';
import { PUBLISH_CONFIG, ROOT, readProject } from './project.ts';
import { runningModules } from './running-modules.ts';
import { writeTypes } from './write-types.ts';

/** Oldest Node that runs the package ([by measurement](../../docs/decisions/packages.md)); the checkout needs a newer one. */
const OLDEST_NODE = '22.19';

const COMMAND = 'src/cli/run.ts';

/** Tools of single commands that bring tens of megabytes: a compiler, and a bundler. Users of the commands install them. */
const OPTIONAL_TOOLS = ['openapi-typescript', 'vitepress'];

/** What the program reads, besides modules. */
const DATA = [
  ...['generated/openapi.json', 'generated/openapi.yaml', 'generated/schemas'],
  ...['generated/openapi.sdk.json', 'generated/openapi.sdk-3.0.json', 'generated/openapi.sdk-flat-3.0.json'],
  ...['generated/mock-openapi.json', 'generated/conformance-models.json', 'generated/conformance-suite.json'],
  ...['openapi', 'schemas', 'redocly.yaml'],
  'scripts/sdk/python/to_sync.py',
  ...['conformance/cases', 'conformance/requirements', 'conformance/schemas', 'conformance/targets'],
  ...['conformance/invariants.yaml', 'conformance/report.html'],
  ...['conformance/report.schema.json', 'conformance/target.schema.json'],
  ...['site', 'docs/images'],
];

const SDK_TEMPLATES = sdkLanguages.map(({ name }) => `scripts/sdk/${name}/template`);

/** The guides that `gatewright docs` publishes. */
const GUIDES = listGuides(guides.filter(({ isInternal }) => !isInternal)).map((path) => `docs/${path}`);

/** Builds `gatewright` in a folder: the command, its modules in the layout of the project, its data, and types of the entries. */
export async function buildGatewright(out: string): Promise<void> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const packages = writeModules(out);
  await writeBundles(out);
  await writeBundledPackages(out);
  writeTypes(gatewrightEntries, { out, node: true });
  for (const path of ['bin', 'LICENSE', ...DATA, ...SDK_TEMPLATES])
    cpSync(join(ROOT, path), join(out, path), { recursive: true });
  writePages(out);
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(packages), null, 2)}\n`);
}

/** Pages, with links that lead somewhere. */
function writePages(out: string): void {
  const pages = ['README.md', 'CHANGELOG.md', ...GUIDES];
  mkdirSync(join(out, 'docs'), { recursive: true });
  for (const page of pages) {
    const isHere = (path: string) => pages.includes(path) || existsSync(join(out, path));
    const text = withAbsoluteLinks(readFileSync(join(ROOT, page), 'utf8'), { page, isHere });
    writeFileSync(join(out, page), text);
  }
}

/** Writes the modules, and gives the packages that they import. */
function writeModules(out: string): ReadonlySet<string> {
  const { modules, packages } = runningModules([COMMAND, ...gatewrightEntries.map(({ module }) => module)]);
  for (const [file, text] of modules) {
    const target = join(out, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, withBundledPackages(text, file));
  }
  return packages;
}

/** Modules for browsers: with everything they need, except for packages that their users install. */
async function writeBundles(out: string): Promise<void> {
  const bundled = gatewrightEntries.flatMap((entry) =>
    entry.browser === undefined ? [] : [[nameOf(entry), entry.browser] as const],
  );
  if (bundled.length === 0) return;
  await build({
    ...browserBundle,
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(bundled),
    outdir: join(out, 'browser'),
  });
}

function exported(entry: Entry): object {
  return {
    types: typesOf(entry),
    ...(entry.browser !== undefined && { browser: `./browser/${nameOf(entry)}.js` }),
    default: `./${entry.module.replace(/\.ts$/, '.js')}`,
  };
}

function manifest(packages: ReadonlySet<string>): object {
  const { version, license, repository, description, bin, ...project } = readProject();
  const used = <Value>(list: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(list).filter(([name]) => packages.has(name)));
  // What a checkout needs for its own contract only, a package needs for models of its users.
  const forModels = Object.entries(used(project.devDependencies)).filter(
    ([name]) => !(name in project.peerDependencies) && !OPTIONAL_TOOLS.includes(name),
  );
  const dependencies = { ...project.dependencies, ...Object.fromEntries(forModels) };
  return {
    name: 'gatewright',
    version,
    description,
    license,
    repository,
    publishConfig: PUBLISH_CONFIG,
    type: 'module',
    sideEffects: false,
    bin,
    exports: {
      ...Object.fromEntries(gatewrightEntries.map((entry) => [entry.path, exported(entry)])),
      ...gatewrightDocuments,
    },
    engines: { node: `>=${OLDEST_NODE}` },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).filter(([name]) => !BUNDLED_PACKAGES.includes(name)),
    ),
    peerDependencies: {
      ...used(project.peerDependencies),
      ...Object.fromEntries(OPTIONAL_TOOLS.map((name) => [name, `^${project.devDependencies[name]}`])),
    },
    peerDependenciesMeta: {
      ...used(project.peerDependenciesMeta),
      ...Object.fromEntries(OPTIONAL_TOOLS.map((name) => [name, { optional: true }])),
    },
  };
}
