import { isUtf8 } from 'node:buffer';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import type { Json, JsonObject } from '../contract.ts';
import { isObject } from '../json.ts';
import { atTop, ContractError, type Problem } from '../problem.ts';
import { readJsonPlaces } from './json-text.ts';
import { locateOffset } from './locate.ts';

/** A data file of the contract: its text, to find lines, and its value. */
export interface ContractFile {
  /** Path relative to the contract's root. */
  readonly file: string;
  readonly text: string;
  readonly source: JsonObject;
}

/** The text of a file of the contract. */
export type ContractText = Pick<ContractFile, 'file' | 'text'>;

/** Reads one JSON or YAML file of the contract; a file that does not parse is a `ContractError`. */
export async function readDataFile(root: string, file: string): Promise<ContractFile> {
  return parseDataFile(await readText(root, file));
}

/** Parses a text of the contract; a text that does not parse is a `ContractError`. */
export function parseDataFile({ file, text }: ContractText): ContractFile {
  const source = file.endsWith('.json') ? parseJson(text, file) : parseYaml(text, file);
  const isEmpty = isObject(source) && file.startsWith('schemas/') && Object.keys(source).length === 0;
  if (isObject(source) && !isEmpty) return { file, text, source };
  const message = isEmpty ? 'the object of the file is empty' : 'the file must hold an object';
  throw new ContractError([atTop(file, message)]);
}

type Place = Readonly<Record<'folder' | 'ending', string>>;

/** Reads every file with the given ending below `folder`, sorted by path; empty for a folder that does not exist. */
export async function readFolder(root: string, place: Place): Promise<readonly ContractFile[]> {
  return parseAll(await readTexts(root, place));
}

/** The texts of the same files, unparsed. */
export async function readTexts(root: string, { folder, ending }: Place): Promise<readonly ContractText[]> {
  const names = await listFolder(root, folder);
  const files = names.filter((name) => name.endsWith(ending));
  return readAll(files.map(async (name) => readText(root, `${folder}/${name}`)));
}

/** The text of a file; bytes that are not UTF-8 would become replacement characters in what is published. */
async function readText(root: string, file: string): Promise<ContractText> {
  const bytes = await readFile(path.join(root, file));
  const text = bytes.toString();
  if (isUtf8(bytes)) return { file, text };
  const place = locateOffset(text, text.indexOf('\uFFFD'));
  throw new ContractError([{ file, ...place, message: 'the file is not UTF-8: save it as UTF-8' }]);
}

/** The paths of all files below `folder`, relative to it and sorted; empty for a folder that does not exist. */
export async function listFolder(root: string, folder: string): Promise<readonly string[]> {
  const at = path.join(root, folder);
  if (!existsSync(at)) return [];
  const entries = await readdir(at, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(at, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** Parses the texts; the errors of all that do not parse are thrown together. */
export function parseAll(texts: readonly ContractText[]): Promise<readonly ContractFile[]> {
  return readAll(texts.map(async (text) => parseDataFile(text)));
}

/** The results of all readers; the errors of those that failed are thrown together. */
export async function readAll<T>(readers: readonly Promise<T>[]): Promise<readonly T[]> {
  const outcomes = await Promise.allSettled(readers);
  const failures = outcomes.flatMap((outcome): readonly unknown[] =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  );
  const other = failures.find((failure) => !(failure instanceof ContractError));
  if (other !== undefined) throw other;
  const problems = failures.flatMap((failure) => (failure instanceof ContractError ? failure.problems : []));
  if (problems.length > 0) throw new ContractError(problems);
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}

/** Parses a JSON text; every error is reported with its position. */
function parseJson(text: string, file: string): Json {
  const { faults } = readJsonPlaces(text);
  const problems = faults.map(({ offset, message }) => ({ file, ...locateOffset(text, offset), message }));
  if (problems.length > 0) throw new ContractError(problems);
  return JSON.parse(text) as Json; // the text was parsed position by position above
}

/** Parses a YAML text; an error is reported with its position. */
export function parseYaml(text: string, file: string): Json {
  try {
    return parse(text) as Json; // YAML 1.2 core gives JSON
  } catch (error) {
    throw new ContractError([yamlProblem(error, file)]);
  }
}

function yamlProblem(error: unknown, file: string): Problem {
  const [start] = (error instanceof YAMLParseError && error.linePos) || [];
  const hasTwo = error instanceof YAMLParseError && error.code === 'MULTIPLE_DOCS';
  const text = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error);
  const message = hasTwo ? 'the file holds a second document: remove "---" and what follows' : text;
  return {
    file,
    line: start?.line ?? 1,
    column: start?.col ?? 1,
    message: message.replace(/ at line \d+, column \d+:?$/, ''),
  };
}
