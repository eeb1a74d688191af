import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { findBase, listAt, readAt } from './breaking/read-snapshot.ts';
import { checkSpecification, toReport, writeIndex } from './conformance/check-specification.ts';
import { casesOf, checkSuite } from './conformance/check-suite.ts';
import { type FrozenBefore, frozenFile, readIds, toFrozenText } from './conformance/frozen-ids.ts';
import { checkPages, writePages } from './conformance/requirement-pages.ts';
import { readSentences, SENTENCES_FILE } from './conformance/sentence-index.ts';
import { toAllCases, toRequirements } from './conformance/suite-entries.ts';
import { FOLDERS, readSuiteFiles } from './conformance/suite-files.ts';
import { writeVerifiedBy } from './conformance/write-verified-by.ts';
import { type Problem, toLine } from './contract/problem.ts';
import { runMain } from './run-main.ts';

/** The suite to check, and the git revision whose frozen lists may only grow. */
export interface CheckConformanceOptions {
  readonly root: string;
  readonly base?: string | undefined;
}

/** All problems of the requirements, the cases, and the index of sentences at `root`. */
export async function checkConformance({ root, base }: CheckConformanceOptions): Promise<readonly Problem[]> {
  const [files, sentences, text, version, frozenBefore] = await Promise.all([
    readSuiteFiles(root),
    readSentences(root),
    readFile(join(root, SENTENCES_FILE), 'utf8'),
    readVersion(root),
    readFrozenBefore(root, base),
  ]);
  const index = { file: SENTENCES_FILE, text, sentences };
  const problems = checkSuite({ files, index, version, frozenBefore });
  return files.problems.length > 0 ? problems : [...problems, ...(await checkPages(root))];
}

/** Writes what follows from the cases: `verified_by` of requirements, missing ids of this version, the traceability table. */
export async function updateConformance(root: string): Promise<readonly string[]> {
  const files = await readSuiteFiles(root);
  const cases = casesOf(toAllCases(files));
  const list = frozenFile(await readVersion(root));
  const kept = files.frozen.find(({ file }) => file === list)?.text;
  const ids = files.requirements.flatMap(toRequirements).map(({ id }) => id);
  const written = [
    ...files.requirements.map(({ file, text }) => ({ file, text, next: writeVerifiedBy(text, cases) })),
    { file: list, text: kept, next: toFrozenText([...readIds(kept ?? ''), ...ids]) },
  ].filter(({ text, next }) => text !== next);
  await mkdir(join(root, FOLDERS.frozen), { recursive: true });
  await Promise.all(written.map(({ file, next }) => writeFile(join(root, file), next)));
  return [...written.map(({ file }) => file), ...(await writePages(root))];
}

async function readVersion(root: string): Promise<string> {
  const document: unknown = parse(await readFile(join(root, 'openapi/openapi.yaml'), 'utf8'));
  const { info } = document as { readonly info?: { readonly version?: unknown } }; // an OpenAPI document is an object
  if (typeof info?.version !== 'string') throw new Error('openapi/openapi.yaml has no info.version.');
  return info.version;
}

/** The frozen lists where this branch began; undefined without git, or before the first list. */
async function readFrozenBefore(root: string, named: string | undefined): Promise<FrozenBefore | undefined> {
  const base = named ?? (await findBase(root).catch(() => undefined));
  if (base === undefined) return undefined;
  const names = (await listAt(root, base, FOLDERS.frozen)).filter((name) => name.endsWith('.txt'));
  const lists = names.map(async (name) => {
    const file = `${FOLDERS.frozen}/${name}`;
    return [file, readIds(await readAt(root, base, file))] as const;
  });
  return new Map(await Promise.all(lists));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: resolve(import.meta.dirname, '..') },
      base: { type: 'string' },
      specification: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  });
  const root = resolve(values.root);
  if (values.specification !== undefined) await compare(root, values.specification, values.write);
  if (values.write) for (const file of await updateConformance(root)) console.log(`updated ${file}`);
  const problems = await checkConformance({ root, base: values.base });
  for (const problem of problems) console.log(toLine(problem));
  if (problems.length === 0) return console.log('Requirements, cases and sentences fit together.');
  console.error(`${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}.`);
  process.exitCode = 1;
}

async function compare(root: string, specification: string, write: boolean): Promise<void> {
  const report = toReport(await checkSpecification(root, specification));
  for (const line of report) console.log(line);
  if (report.length === 0) return console.log(`${SENTENCES_FILE} has every sentence of ${specification}.`);
  if (write) {
    await writeIndex(root, specification);
    return console.log(`updated ${SENTENCES_FILE}`);
  }
  console.error(
    `${SENTENCES_FILE} differs in ${report.length} places: read them, then run this with --write.`,
  );
  process.exitCode = 1;
}

if (import.meta.main) await runMain(main);
