import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inspectContract } from './contract/inspect.ts';
import { dataSteps, documentSteps } from './contract/lint/rules.ts';
import { countProblems, type Problem, toLine } from './contract/problem.ts';
import { createProgress } from './progress.ts';
import { runMain } from './run-main.ts';

/**
 * All problems of the contract at `root`, each once, the most telling first: those of our own rules, then those of
 * `redocly lint`. `generate` fails on the same. Never throws for an error in the contract.
 */
export function lintContract(root: string): Promise<readonly Problem[]> {
  return inspectContract(root).problems;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { root: { type: 'string', default: resolve(import.meta.dirname, '..') } },
  });
  const started = performance.now();
  const progress = createProgress();
  progress.step('Checking the contract');
  const problems = await lintContract(resolve(values.root));
  progress.end();
  if (problems.length > 0) {
    for (const problem of problems) console.log(toLine(problem));
    console.error(`${countProblems({ problems })}.`);
    process.exitCode = 1;
    return;
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const rules = dataSteps.length + documentSteps.length;
  console.log(`The contract has no problems (${rules} rules and redocly lint, ${seconds} s).`);
}

if (import.meta.main) await runMain(main);
