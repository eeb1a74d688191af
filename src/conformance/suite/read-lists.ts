import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Case } from './case.ts';
import { type Json, toList } from './json.ts';
import type { FiledCase, Invariant, Requirement } from './suite.ts';

/** What the YAML files of the suite contain. */
export interface SuiteLists {
  readonly requirements: readonly Requirement[];
  readonly cases: readonly FiledCase[];
  readonly invariants: readonly Invariant[];
}

interface Source {
  /** Relative to the root, with slashes. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reads the YAML files below `conformance`. Parsing them takes most of a second, so that `generated/conformance-suite.json` has their
 * content as JSON; it is used only if it was made from the same texts.
 */
export async function readLists(root: string): Promise<SuiteLists> {
  const folder = join(root, 'conformance');
  const files = [
    ...(await filesBelow(join(folder, 'requirements'), '.yaml')),
    ...(await filesBelow(join(folder, 'cases'), '.yaml')),
    join(folder, 'invariants.yaml'),
  ];
  const sources = await Promise.all(
    files.map(async (path) => ({
      file: relative(root, path).replaceAll(sep, '/'),
      text: await readFile(path, 'utf8'),
    })),
  );
  return (await readGenerated(root, sources)) ?? parseSources(sources);
}

/** The paths of the files below a folder, sorted; none if there is no such folder. */
export async function filesBelow(folder: string, extension: string): Promise<readonly string[]> {
  const names = existsSync(folder) ? await readdir(folder, { recursive: true }) : [];
  return names
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => join(folder, name));
}

/** Parses the text of a file. Throws with the file's name when that is not possible. */
export function parseFile(file: string, text: string, parse: (text: string) => unknown): Json {
  try {
    return parse(text) as Json; // JSON and YAML 1.2 have no other values
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readGenerated(root: string, sources: readonly Source[]): Promise<SuiteLists | undefined> {
  const path = join(root, 'generated/conformance-suite.json');
  if (!existsSync(path)) return undefined;
  const text = await readFile(path, 'utf8');
  const generated = parseFile(path, text, JSON.parse) as unknown as SuiteLists & { readonly sources: string };
  const texts = JSON.stringify(sources.map(({ file, text }) => [file, text]));
  return generated.sources === createHash('sha256').update(texts).digest('hex') ? generated : undefined;
}

async function parseSources(sources: readonly Source[]): Promise<SuiteLists> {
  const { parse } = await import('yaml');
  const lists = sources.map(({ file, text }) => ({
    file,
    list: toList(parseFile(file, text, (yaml) => parse(yaml))) as readonly unknown[],
  }));
  const within = (start: string) => lists.filter(({ file }) => file.startsWith(`conformance/${start}`));
  return {
    requirements: within('requirements/').flatMap(({ list }) => list as readonly Requirement[]),
    cases: within('cases/').flatMap(({ file, list }) =>
      (list as readonly Case[]).map((one) => ({ ...one, file })),
    ),
    invariants: within('invariants.yaml').flatMap(({ list }) => list as readonly Invariant[]),
  };
}
