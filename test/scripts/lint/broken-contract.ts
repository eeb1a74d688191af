import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LintSubject, readLintSubject } from '../../../scripts/contract/lint/lint-subject.ts';
import { locateFindings } from '../../../scripts/contract/lint/locate-findings.ts';
import type { LintRule } from '../../../scripts/contract/lint/problem.ts';
import type { Problem } from '../../../scripts/contract/problem.ts';

/** The repository's root, whose contract is the real one. */
export const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Files of the small contract in `fixture/`, which has no problems. */
export const BOAT = 'schemas/models/Boat.json';
export const PROMPT = 'schemas/common/BoatPrompt.json';
export const FAMILY = 'schemas/common/boat-family.json';
export const OPERATION = 'schemas/operations/image_generation.json';
export const POLICIES = 'openapi/policies.yaml';
export const ERRORS = 'openapi/errors.yaml';

/** One change of a text in a file; the text must occur exactly once. */
export interface Break {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A broken contract, the rule that must report it and what it must say, as `file:line: message`. */
export interface BrokenCase {
  readonly rule: LintRule;
  readonly breaks: readonly Break[];
  readonly want: readonly string[];
}

/** The small contract of `fixture/` with some texts replaced, as the rules see it. */
export async function readBroken(breaks: readonly Break[]): Promise<LintSubject> {
  const root = await mkdtemp(join(tmpdir(), 'gatewright-lint-'));
  try {
    await cp(join(import.meta.dirname, 'fixture'), root, { recursive: true });
    for (const part of ['schemas/model.schema.json', 'schemas/operation.schema.json'])
      await cp(join(ROOT, part), join(root, part));
    for (const change of breaks) await breakFile(root, change);
    return await readLintSubject(root, {});
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Replaces one text of one file below `root`. */
export async function breakFile(root: string, { file, from, to }: Break): Promise<void> {
  const text = await readFile(join(root, file), 'utf8');
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} holds ${JSON.stringify(from)} ${parts.length - 1} times`);
  await writeFile(join(root, file), parts.join(to));
}

/** The findings of the given rules, sorted by file, line, column and message. */
export function applyRules(subject: LintSubject, rules: readonly LintRule[]): readonly Problem[] {
  const findings = rules.flatMap((rule) => rule(subject));
  return locateFindings(subject, findings).toSorted(
    (left, right) =>
      compare(left.file, right.file) ||
      left.line - right.line ||
      left.column - right.column ||
      compare(left.message, right.message),
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** What a rule reports about a broken contract, one line per problem. */
export async function complaints({
  rule,
  breaks,
}: Pick<BrokenCase, 'rule' | 'breaks'>): Promise<readonly string[]> {
  const problems = applyRules(await readBroken(breaks), [rule]);
  return problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
}
