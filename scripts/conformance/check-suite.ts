import type { ContractText } from '../contract/files/data-file.ts';
import type { Problem } from '../contract/problem.ts';
import { checkSchema } from './check-schema.ts';
import { checkFrozen, type FrozenBefore } from './frozen-ids.ts';
import { type IndexedSentence, referenceOf, SENTENCES_FILE } from './sentence-index.ts';
import { type CaseEntry, type RequirementEntry, toAllCases, toRequirements } from './suite-entries.ts';
import { createProblems, type SuiteFiles } from './suite-files.ts';

/** Everything that the check compares. */
export interface SuiteData {
  readonly files: SuiteFiles;
  readonly index: ContractText & { readonly sentences: readonly IndexedSentence[] };
  readonly version: string;
  /** The frozen lists at an earlier revision; undefined without one. */
  readonly frozenBefore: FrozenBefore | undefined;
}

/** All problems of the suite's data, by file and line. Cases that verify a requirement are found in the cases. */
export function checkSuite({ files, index, version, frozenBefore }: SuiteData): readonly Problem[] {
  const requirements = files.requirements.flatMap(toRequirements);
  const cases = toAllCases(files);
  return [
    ...files.problems,
    ...checkSchema(files.requirements, files.schemas.requirement),
    ...checkSchema(files.cases, files.schemas.case),
    ...findDuplicates(requirements, 'requirement'),
    ...findDuplicates(cases, 'case'),
    ...requirements.flatMap(checkArea),
    ...checkSentences(requirements, index),
    ...checkCases(cases, requirements),
    ...checkCoverage(requirements, casesOf(cases)),
    ...checkFrozen(requirements, { files: files.frozen, version, before: frozenBefore }),
  ].toSorted((left, right) => compare(left.file, right.file) || left.line - right.line);
}

/** The ids of the cases that verify each requirement, sorted. */
export function casesOf(cases: readonly CaseEntry[]): ReadonlyMap<string, readonly string[]> {
  const pairs = cases.flatMap(({ id, names }) => names.map(({ requirement }) => ({ id, requirement })));
  const groups = Map.groupBy(pairs, ({ requirement }) => requirement);
  return new Map(
    [...groups].map(([requirement, list]) => [requirement, [...new Set(list.map(({ id }) => id))].sort()]),
  );
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function findDuplicates(
  entries: readonly (RequirementEntry | CaseEntry)[],
  kind: 'requirement' | 'case',
): readonly Problem[] {
  const first = new Map<string, RequirementEntry | CaseEntry>();
  return entries.flatMap((entry) => {
    const other = first.get(entry.id);
    if (other === undefined) first.set(entry.id, entry);
    if (other === undefined || entry.id === '') return [];
    const { file, line } = other.in.problem(`${other.pointer}/id`, '');
    return [entry.in.problem(`${entry.pointer}/id`, `${kind} ${entry.id} is already at ${file}:${line}`)];
  });
}

function checkArea({ in: file, pointer, id }: RequirementEntry): readonly Problem[] {
  const area = (file.file.split('/').at(-1) ?? '').replace(/\.yaml$/, '').toUpperCase();
  if (new RegExp(`^GW-${area}-\\d{3}$`).test(id)) return [];
  return [
    file.problem(`${pointer}/id`, `"${id}" does not fit the area of its file: GW-${area}- and three digits`),
  ];
}

function checkSentences(
  requirements: readonly RequirementEntry[],
  { file, text, sentences }: SuiteData['index'],
): readonly Problem[] {
  const references = new Map(sentences.map((sentence) => [referenceOf(sentence), sentence]));
  const named = new Set(requirements.flatMap((requirement) => requirement.sentences));
  const unknown = requirements.flatMap((entry) =>
    entry.sentences.flatMap((reference, index) => {
      const sentence = references.get(reference);
      if (sentence !== undefined && sentence.informative === undefined) return [];
      const what = sentence ? 'is marked informative in' : 'is not in';
      const message = `${entry.id} names sentence ${reference}, which ${what} ${SENTENCES_FILE}`;
      return [entry.in.problem(`${entry.pointer}/sentences/${index}`, message)];
    }),
  );
  const problem = createProblems({ file, text });
  const unnamed = sentences.flatMap((sentence, index) => {
    const reference = referenceOf(sentence);
    if (sentence.informative !== undefined || named.has(reference)) return [];
    const message = `no requirement names sentence ${reference}: add one, or the reason why the sentence is informative`;
    return [problem(`/${index}`, message)];
  });
  return [...unknown, ...unnamed];
}

const NO_CHECK = 'none of its checks names a requirement';

function checkCases(
  cases: readonly CaseEntry[],
  requirements: readonly RequirementEntry[],
): readonly Problem[] {
  const known = new Set(requirements.map(({ id }) => id));
  return cases.flatMap((entry) => {
    if (entry.names.length === 0)
      return [entry.in.problem(`${entry.pointer}/id`, `case ${entry.id} is an orphan: ${NO_CHECK}`)];
    return entry.names
      .filter(({ requirement }) => !known.has(requirement))
      .map(({ requirement, pointer }) =>
        entry.in.problem(pointer, `case ${entry.id} names ${requirement}, which is not a requirement`),
      );
  });
}

function checkCoverage(
  requirements: readonly RequirementEntry[],
  cases: ReadonlyMap<string, readonly string[]>,
): readonly Problem[] {
  return requirements.flatMap((entry) => {
    const { id, level, statement, verifiedBy, untestable, pointer } = entry;
    const actual = cases.get(id) ?? [];
    const at = (member: string, message: string) => entry.in.problem(`${pointer}/${member}`, message);
    if (untestable !== undefined && (actual.length > 0 || verifiedBy.length > 0)) {
      const by = [...new Set([...actual, ...verifiedBy])].join(', ');
      return [at('untestable', `${id} is both untestable and verified by ${by}: remove one`)];
    }
    if (verifiedBy.join() !== actual.join()) {
      const found =
        actual.length === 0 ? 'no case names it' : `the cases that name it are ${actual.join(', ')}`;
      const advice = 'npm run check:conformance -- --write fixes it';
      return [at('verified_by', `verified_by of ${id} is out of date: ${found}; ${advice}`)];
    }
    if (level === 'MUST' && actual.length === 0 && untestable === undefined)
      return [at('id', `${id} is not covered by a case, nor untestable: ${statement}`)];
    return [];
  });
}
