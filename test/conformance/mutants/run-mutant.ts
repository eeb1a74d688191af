import type { ExpandedCase } from '../../../src/conformance/expand/expand.ts';
import type { CaseResult, CheckResult } from '../../../src/conformance/run/result.ts';
import { runSuite } from '../../../src/conformance/run/run-suite.ts';
import type { Suite } from '../../../src/conformance/suite/suite.ts';
import { findTarget } from '../../../src/conformance/target/find-target.ts';
import { startTampered } from './start-tampered.ts';
import type { Mutant, Tampering } from './tampering.ts';

/** The outcome of a mutant: the case and the requirement that caught it, or nothing. */
export interface Verdict {
  readonly mutant: string;
  readonly killedBy?: { readonly case: string; readonly requirement: string; readonly actual: string };
  /** How many cases ran. */
  readonly ran: number;
  readonly tookMs: number;
}

/** Where mutants run: a correct gateway, and the cases that pass there. */
export interface Laboratory {
  readonly suite: Suite;
  readonly cases: readonly ExpandedCase[];
  readonly gatewayUrl: string;
}

const JOBS = 6;

/** Runs the case that caught it last time, then those of the mutant's areas, then all others, until one fails. */
export async function runMutant(
  laboratory: Laboratory,
  mutant: Mutant,
  noticedBy: string | undefined,
): Promise<Verdict> {
  const known = laboratory.cases.filter(({ id }) => id === noticedBy);
  const first = await runUntilKilled({ ...laboratory, cases: known }, mutant);
  if (first.killedBy) return first;
  const others = inOrder(laboratory.cases, mutant).filter((one) => !known.includes(one));
  const { ran, tookMs, ...verdict } = await runUntilKilled({ ...laboratory, cases: others }, mutant);
  return { ...verdict, ran: first.ran + ran, tookMs: first.tookMs + tookMs };
}

async function runUntilKilled(laboratory: Laboratory, mutant: Mutant): Promise<Verdict> {
  const started = performance.now();
  const stopping = new AbortController();
  let ran = 0;
  let killedBy: Verdict['killedBy'];
  const onResult = (result: CaseResult): void => {
    ran++;
    const check = killedBy ? undefined : result.checks.find((one) => isKill(laboratory.suite, mutant, one));
    if (!check) return;
    killedBy = { case: result.id, requirement: check.requirement ?? '', actual: check.actual ?? '' };
    stopping.abort();
  };
  const options = { seed: mutant.id, onResult, signal: stopping.signal };
  if (laboratory.cases.length > 0) await runAgainst(laboratory, mutant.tampering, options);
  return { mutant: mutant.id, ...(killedBy && { killedBy }), ran, tookMs: performance.now() - started };
}

/** Runs cases against the gateway with one fault. */
export async function runAgainst(
  { suite, cases, gatewayUrl }: Laboratory,
  tampering: Tampering,
  options: {
    readonly seed?: string;
    readonly onResult?: (result: CaseResult) => void;
    readonly signal?: AbortSignal;
  } = {},
): Promise<readonly CaseResult[]> {
  await using tampered = await startTampered(gatewayUrl, tampering);
  const target = await findTarget({ base_url: tampered.baseUrl });
  return await runSuite({ suite, target, cases, jobs: JOBS, seed: 'unchanged', ...options });
}

/** A fault against the specification must be caught by a MUST; a fault in a choice of the contract by a CHOICE. */
function isKill(
  { requirements }: Suite,
  { level }: Mutant,
  { outcome, requirement = '' }: CheckResult,
): boolean {
  const found = requirements.get(requirement)?.level;
  return outcome === 'failed' && (found === 'MUST' || (level === 'CHOICE' && found === 'CHOICE'));
}

/** The cases of the mutant's areas first, in the order of its areas. */
function inOrder(cases: readonly ExpandedCase[], { areas }: Mutant): readonly ExpandedCase[] {
  const rank = ({ file }: ExpandedCase): number => {
    const index = areas.indexOf(file.split('/')[2] ?? '');
    return index < 0 ? areas.length : index;
  };
  return cases.toSorted((left, right) => rank(left) - rank(right));
}
