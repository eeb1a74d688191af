import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../..');

/** A package as its users get it: packed, and installed in a folder that was empty. */
export interface BuiltPackage {
  readonly tarball: string;
  /** The files in it. */
  readonly paths: readonly string[];
  /** The folder of the user. */
  readonly user: string;
  /** Where it is installed. */
  readonly installed: string;
  /** Of it and everything that it needs. */
  readonly installedMegabytes: number;
  /** The oldest Node that it declares. */
  readonly oldestNode: string;
}

/** Both packages, in a folder of their own. */
export interface BuiltPackages extends Disposable {
  readonly gatewright: BuiltPackage;
  readonly client: BuiltPackage;
}

/** Builds both packages, packs them as `npm publish` does, and installs them by plain `npm install`. */
export async function buildPackages(): Promise<BuiltPackages> {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-packages-'));
  await run(process.execPath, [join(root, 'scripts/build.ts'), '--out', folder]);
  const [gatewright, client] = await Promise.all([
    packAndInstall('gatewright', join(folder, 'gatewright')),
    packAndInstall('@gatewright/client', join(folder, 'client')),
  ]);
  return {
    gatewright,
    client,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

async function packAndInstall(name: string, folder: string): Promise<BuiltPackage> {
  const { stdout } = await run('npm', ['pack', '--json'], { cwd: folder, maxBuffer: 20_000_000 });
  // The npm versions that print one package give a list, and others an object by name.
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, Packed>);
  if (!packed) throw new Error(`npm packed nothing in ${folder}.`);
  const tarball = join(folder, packed.filename);
  const user = `${folder}-user`;
  const { engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const [oldestNode] = await Promise.all([
    installNode(`${String(engines.node).replace('>=', '')}.0`, `${folder}-node`),
    install(user, tarball),
  ]);
  const size = await run('du', ['-sm', 'node_modules'], { cwd: user });
  return {
    tarball,
    paths: packed.files.map(({ path }) => path),
    user,
    installed: join(user, 'node_modules', name),
    installedMegabytes: Number.parseInt(size.stdout, 10),
    oldestNode,
  };
}

async function install(folder: string, name: string): Promise<void> {
  mkdirSync(folder);
  await run('npm', ['init', '-y', '--init-type=module'], { cwd: folder });
  await run('npm', ['install', '--no-audit', '--no-fund', name], { cwd: folder });
}

/** Installs further packages in the folder of a user. */
export async function addPackages(user: string, ...names: readonly string[]): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', ...names], { cwd: user });
}

/** Installs a Node, and gives the path of its program. */
async function installNode(version: string, folder: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  await install(folder, `${name}@${version}`);
  return join(folder, 'node_modules', name, 'bin/node');
}

/** What publint and attw find in a package; empty when nothing. */
export async function lintPackage({ tarball }: BuiltPackage): Promise<string> {
  const publint = await runTool('publint/src/cli.js', ['--strict', tarball]);
  // A YAML document has no types.
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--exclude-entrypoints', 'openapi.yaml'];
  const attw = await runTool('@arethetypeswrong/cli/dist/index.js', [tarball, ...options]);
  return [publint, attw].map(({ isClean, text }) => (isClean ? '' : text)).join('');
}

/** What the compiler finds in a module of a user; empty when nothing. */
export async function compile(built: BuiltPackage, file: string, lib: string): Promise<string> {
  const types = ['--typeRoots', join(root, 'node_modules/@types'), '--types', 'node'];
  return compileWith(built, ['--lib', lib, ...types, file]);
}

/** What it finds in a module of a page, in which there are no types of Node. */
export async function compileForPage(built: BuiltPackage, file: string): Promise<string> {
  return compileWith(built, ['--lib', 'es2022,dom', file]);
}

async function compileWith({ user }: BuiltPackage, further: readonly string[]): Promise<string> {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
  return (await runTool('typescript/bin/tsc', [...options, ...further], user)).text;
}

/** What an older compiler finds, installed by this name, with all types that it takes from the folder of the user; empty when nothing. */
export async function compileStrictly(
  { user }: BuiltPackage,
  file: string,
  compiler: string,
): Promise<string> {
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'];
  const lib = ['--lib', 'es2022,esnext.disposable,dom'];
  const tool = join(user, 'node_modules', compiler, 'bin/tsc');
  return (await runProgram(tool, [...options, ...lib, file], user)).text;
}

async function runTool(path: string, args: readonly string[], cwd = root) {
  return runProgram(join(root, 'node_modules', path), args, cwd);
}

async function runProgram(tool: string, args: readonly string[], cwd: string) {
  return run(process.execPath, [tool, ...args], { cwd }).then(
    ({ stdout }) => ({ isClean: true, text: stdout }),
    ({ stdout }: { readonly stdout: string }) => ({ isClean: false, text: stdout }),
  );
}
