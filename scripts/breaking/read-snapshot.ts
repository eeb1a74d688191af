import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '../contract/contract.ts';
import { readForbidden } from '../emit/documents/forbidden-fields.ts';
import type { ContractSnapshot } from './breaking-change.ts';
import { DOCUMENT_FILE, SCHEMA_FOLDER } from './find-breaking-changes.ts';

const run = promisify(execFile);

/** Reads the generated contract in the working tree at `root`; undefined when nothing has been generated there. */
export async function readFolder(root: string): Promise<ContractSnapshot | undefined> {
  const names = await readdir(join(root, SCHEMA_FOLDER)).catch(() => []);
  return readSnapshot(names, (path) => readFile(join(root, path), 'utf8'));
}

/** Reads the generated contract at a git revision; undefined when it has none. Throws when git does not have `revision`. */
export async function readRevision(root: string, revision: string): Promise<ContractSnapshot | undefined> {
  await git(root, 'rev-parse', '--verify', '--quiet', `${revision}^{commit}`).catch(() => {
    throw new Error(`git has no commit "${revision}": fetch it, or name another with --base.`);
  });
  const names = await listAt(root, revision, SCHEMA_FOLDER);
  return readSnapshot(names, (path) => readAt(root, revision, path));
}

/** The names of the files in a folder at a git revision. */
export async function listAt(root: string, revision: string, folder: string): Promise<readonly string[]> {
  const listing = await git(root, 'ls-tree', '--name-only', revision, `./${folder}/`);
  return listing.split('\n').map((path) => basename(path));
}

/** The text of a file at a git revision. */
export function readAt(root: string, revision: string, path: string): Promise<string> {
  return git(root, 'show', `${revision}:./${path}`);
}

/**
 * The revision to compare with: where this branch left `origin/main`, unless that is HEAD; else the last tag, else the
 * commit that set the contract's current version, unless that is HEAD and the working tree does not differ from it; else
 * HEAD when the working tree differs, else the commit before. Undefined before the first commit.
 */
export async function findBase(root: string): Promise<string | undefined> {
  const ask = async (...command: readonly string[]) => (await git(root, ...command).catch(() => '')).trim();
  const head = await ask('rev-parse', '--verify', '--quiet', 'HEAD');
  if (head === '') return undefined;
  const branchPoint = await ask('merge-base', 'HEAD', 'origin/main');
  if (branchPoint !== '' && branchPoint !== head) return branchPoint;
  const isChanged = (await ask('status', '--porcelain', '--', ':/')) !== '';
  const releases = [
    ['describe', '--tags', '--abbrev=0'],
    ['log', '--reverse', '--format=%H', `-Sversion: ${await readVersion(root)}`, '--', VERSION_FILE],
  ];
  for (const command of releases) {
    const [base = ''] = (await ask(...command)).split('\n', 1);
    const isElsewhere = isChanged || (await ask('rev-parse', `${base}^{commit}`)) !== head;
    if (base !== '' && isElsewhere) return base;
  }
  const parent = isChanged ? '' : await ask('rev-parse', '--verify', '--quiet', 'HEAD~1');
  return parent || head;
}

const VERSION_FILE = 'openapi/openapi.yaml';

async function readVersion(root: string): Promise<string> {
  const text = await readFile(join(root, VERSION_FILE), 'utf8').catch(() => '');
  return /^ +version: *(\S+)/m.exec(text)?.[1] ?? 'unknown';
}

type ReadText = (path: string) => Promise<string>;

async function readSnapshot(names: readonly string[], read: ReadText): Promise<ContractSnapshot | undefined> {
  const text = await read(DOCUMENT_FILE).catch(() => undefined);
  if (text === undefined) return undefined;
  const files = names.filter((name) => name.endsWith('.json')).sort();
  const schemas = await Promise.all(
    files.map(
      async (name) =>
        [name, readForbidden(JSON.parse(await read(`${SCHEMA_FOLDER}/${name}`)) as JsonObject)] as const,
    ),
  );
  return { document: JSON.parse(text) as JsonObject, schemas: Object.fromEntries(schemas) };
}

async function git(root: string, ...command: readonly string[]): Promise<string> {
  const { stdout } = await run('git', ['-C', root, ...command], { maxBuffer: 64 * 2 ** 20 });
  return stdout;
}
