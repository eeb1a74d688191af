import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleDocument, ENTRY_DOCUMENT, MOCK_DOCUMENT } from './contract/bundle.ts';
import type { JsonObject } from './contract/contract.ts';
import { type LintSubject, readLintSubject } from './contract/lint/lint-subject.ts';
import { locateFindings, sortProblems } from './contract/lint/locate-findings.ts';
import { endpointsExist, unionsHoldModels } from './contract/lint/manifest.ts';
import type { LintRule } from './contract/lint/problem.ts';
import { lintWithRedocly } from './contract/lint/redocly-lint.ts';
import { dataRules } from './contract/lint/rules.ts';
import { ContractError, type Problem, toLine } from './contract/problem.ts';

/**
 * All problems of the contract below `root`, sorted by file and line: those of `redocly lint`, then of our own rules.
 * Never throws for a mistake in the contract.
 */
export async function lintContract(root: string): Promise<readonly Problem[]> {
  const read = await settle(readLintSubject(root, {}));
  if ('problems' in read) return read.problems;
  const [style, bundle] = await Promise.all([settle(lintDocuments(root)), settle(bundleDocument(root))]);
  const found = [
    ...('value' in style ? style.value : []),
    ...applyRules(read.value, dataRules),
    ...('value' in bundle ? lintDocument(read.value, bundle.value) : []),
  ];
  const failures = [style, bundle].flatMap((outcome) => ('problems' in outcome ? outcome.problems : []));
  return sortProblems(found.length > 0 ? found : failures); // a mistake that is told explains the failure
}

/** Redocly over the contract, and over the control plane of the mock where there is one. */
async function lintDocuments(root: string): Promise<readonly Problem[]> {
  const documents = [ENTRY_DOCUMENT, MOCK_DOCUMENT].filter((document) => existsSync(resolve(root, document)));
  return (await Promise.all(documents.map((document) => lintWithRedocly(root, document)))).flat();
}

/** What the given rules find, with lines. */
export function applyRules(subject: LintSubject, rules: readonly LintRule[]): readonly Problem[] {
  return locateFindings(
    subject,
    rules.flatMap((rule) => rule(subject)),
  );
}

function lintDocument(subject: LintSubject, document: JsonObject): readonly Problem[] {
  return applyRules({ ...subject, document }, [unionsHoldModels, endpointsExist]);
}

type Settled<T> = { readonly value: T } | { readonly problems: readonly Problem[] };

async function settle<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await promise };
  } catch (error) {
    if (!(error instanceof ContractError)) throw error;
    const { problems, message } = error;
    return {
      problems: problems.length > 0 ? problems : [{ file: ENTRY_DOCUMENT, line: 1, column: 1, message }],
    };
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { root: { type: 'string', default: resolve(import.meta.dirname, '..') } },
  });
  const started = performance.now();
  const problems = await lintContract(resolve(values.root));
  for (const problem of problems) console.log(toLine(problem));
  if (problems.length > 0) {
    console.error(`${problems.length} problems in the contract.`);
    process.exitCode = 1;
    return;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`The contract has no problems (${dataRules.length + 2} rules and redocly lint, ${seconds} s).`);
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
