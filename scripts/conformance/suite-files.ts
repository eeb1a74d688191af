import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json, JsonObject } from '../contract/contract.ts';
import { type ContractText, parseYaml, readDataFile, readTexts } from '../contract/files/data-file.ts';
import { createLocator } from '../contract/files/locate.ts';
import { atTop, ContractError, type Problem } from '../contract/problem.ts';

/** Where the suite's data is, below the project root. */
export const FOLDERS = {
  requirements: 'conformance/requirements',
  cases: 'conformance/cases',
  frozen: 'conformance/frozen',
} as const;
const INVARIANTS_FILE = 'conformance/invariants.yaml';

/** A YAML file of the suite that holds a list. */
export interface ListFile {
  readonly file: string;
  readonly text: string;
  readonly entries: readonly Json[];
  /** A problem at the line of a JSON pointer into the file. */
  readonly problem: (pointer: string, message: string) => Problem;
}

/** The suite as read from its files; a file that is not a YAML list is a problem instead. */
export interface SuiteFiles {
  readonly requirements: readonly ListFile[];
  readonly cases: readonly ListFile[];
  readonly invariants: readonly ListFile[];
  readonly frozen: readonly ContractText[];
  readonly schemas: Readonly<Record<'requirement' | 'case', JsonObject | undefined>>;
  readonly problems: readonly Problem[];
}

/** Reads everything below `conformance` at `root` that the check compares. */
export async function readSuiteFiles(root: string): Promise<SuiteFiles> {
  const yaml = (folder: string) => readTexts(root, { folder, ending: '.yaml' });
  const [requirements, cases, frozen, invariants] = await Promise.all([
    yaml(FOLDERS.requirements),
    yaml(FOLDERS.cases),
    readTexts(root, { folder: FOLDERS.frozen, ending: '.txt' }),
    readIfThere(root, INVARIANTS_FILE),
  ]);
  const lists = {
    requirements: requirements.map(toListFile),
    cases: cases.map(toListFile),
    invariants: invariants === undefined ? [] : [toListFile({ file: INVARIANTS_FILE, text: invariants })],
  };
  return {
    requirements: lists.requirements.filter(isListFile),
    cases: lists.cases.filter(isListFile),
    invariants: lists.invariants.filter(isListFile),
    frozen,
    schemas: {
      requirement: await readSchema(root, 'conformance/requirement.schema.json'),
      case: await readSchema(root, 'conformance/case.schema.json'),
    },
    problems: Object.values(lists)
      .flat()
      .flatMap((read) => (isListFile(read) ? [] : [read])),
  };
}

/** Creates problems at the place of a JSON pointer in a text. */
export function createProblems({ file, text }: ContractText): (pointer: string, message: string) => Problem {
  let locate: ReturnType<typeof createLocator> | undefined;
  return (pointer, message) => {
    locate ??= createLocator(text);
    return { file, ...locate(pointer), message };
  };
}

function isListFile(read: ListFile | Problem): read is ListFile {
  return 'entries' in read;
}

function toListFile({ file, text }: ContractText): ListFile | Problem {
  try {
    const value = parseYaml(text, file);
    if (Array.isArray(value)) return { file, text, entries: value, problem: createProblems({ file, text }) };
    return atTop(file, 'the file must hold a list');
  } catch (error) {
    const [problem] = error instanceof ContractError ? error.problems : [];
    if (!problem) throw error;
    return problem;
  }
}

async function readIfThere(root: string, file: string): Promise<string | undefined> {
  const path = join(root, file);
  return existsSync(path) ? readFile(path, 'utf8') : undefined;
}

async function readSchema(root: string, file: string): Promise<JsonObject | undefined> {
  return existsSync(join(root, file)) ? (await readDataFile(root, file)).source : undefined;
}
