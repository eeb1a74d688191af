import type { Profile } from '../conform-options.ts';
import type { CaseResult, CheckResult, Level } from '../run/result.ts';
import type { Requirement, Suite } from '../suite/suite.ts';
import type { Target } from '../target/target.ts';
import { countRequirements, isNothingProven } from './count-requirements.ts';
import { createRedactor, type Redactor, variablesOf } from './redact.ts';
import type { Money, Report, ReportedCase, ReportedCheck } from './report.ts';
import { toRepeat } from './to-repeat.ts';
import { toBrief, withoutUser } from './wire-log.ts';

export interface FinishedRun {
  readonly suite: Suite;
  readonly version: string;
  readonly target: Target;
  readonly results: readonly CaseResult[];
  readonly startedAt: Date;
  readonly tookMs: number;
  readonly profile: Profile;
  readonly level: Level;
  readonly seed: string;
  readonly money: Money;
  readonly stale: readonly string[];
  /** Whether the run was cut short because the target stopped responding. */
  readonly isBrokenOff: boolean;
  /** Of a run that was interrupted. */
  readonly interrupted?: Report['run']['interrupted'];
  /** Whether to include the exchanges of cases that passed. */
  readonly isComplete: boolean;
}

/** Builds the report of a run; every secret is redacted here. */
export function buildReport(run: FinishedRun): Report {
  const { suite, target, results, stale, isComplete } = run;
  const redactor = createRedactor(target);
  const cases = results.map((result) =>
    toCase(result, { redactor, requirements: suite.requirements, isComplete }),
  );
  const counted = countRequirements(cases, suite.requirements);
  return {
    report_version: 1,
    tool: { name: 'gatewright', version: run.version, contract: suite.version },
    target: {
      ...(target.name && { name: redactor.text(target.name) }),
      base_url: withoutUser(redactor.text(target.base_url)),
    },
    run: {
      started_at: run.startedAt.toISOString(),
      duration_seconds: Math.round(run.tookMs / 100) / 10,
      profile: run.profile,
      level: run.level,
      seed: run.seed,
      ...(run.interrupted && { interrupted: run.interrupted }),
    },
    outcome: isNothingProven(counted.counts) ? 'error' : outcomeOf(cases, run),
    money: run.money,
    observed: observe(results),
    ...counted,
    cases,
    variables: variablesOf(target),
    stale_known_failing: stale.map(redactor.text),
  };
}

function outcomeOf(
  cases: readonly ReportedCase[],
  { stale, isBrokenOff, interrupted }: Pick<FinishedRun, 'stale' | 'isBrokenOff' | 'interrupted'>,
): Report['outcome'] {
  const has = (outcome: string): boolean =>
    cases.some((one) => one.checks.some((check) => check.outcome === outcome));
  if (has('failed') || stale.length > 0) return 'failed';
  return isBrokenOff || interrupted || has('error') ? 'error' : 'passed';
}

interface ReportContext {
  readonly redactor: Redactor;
  readonly requirements: ReadonlyMap<string, Requirement>;
  readonly isComplete: boolean;
}

function toCase(
  { id, title, file, outcome, checks, exchanges, tookMs }: CaseResult,
  context: ReportContext,
): ReportedCase {
  const isLogged = context.isComplete || outcome !== 'passed';
  const isGood = outcome === 'passed' || outcome === 'unproven';
  return {
    id,
    title: context.redactor.text(title),
    file,
    outcome,
    duration_ms: Math.round(tookMs),
    checks: checks.map((check) => toCheck(check, { id, exchanges }, context)),
    exchanges: isLogged ? exchanges.map((kept) => (isGood ? toBrief(kept().logged) : kept().logged)) : [],
  };
}

function toCheck(
  check: CheckResult,
  { id, exchanges }: Pick<CaseResult, 'id' | 'exchanges'>,
  { redactor, requirements }: Omit<ReportContext, 'isComplete'>,
): ReportedCheck {
  const { requirement, invariant, outcome, expected, actual, reason, exchange } = check;
  const level = requirements.get(requirement ?? '')?.level;
  const isBad = outcome === 'failed' || outcome === 'warning' || outcome === 'known';
  return {
    ...(requirement && { requirement }),
    ...(level && { level }),
    ...(invariant && { invariant }),
    outcome,
    expected: redactor.text(expected),
    ...(actual !== undefined && { actual: redactor.text(actual) }),
    ...(reason !== undefined && { reason: redactor.text(reason) }),
    ...(exchange !== undefined && { exchange }),
    ...(isBad && { repeat: toRepeat(check, { id, exchanges }) }),
  };
}

/** The dialects of section 3 that were observed in task records. */
function observe(results: readonly CaseResult[]): Report['observed'] {
  const records = results.flatMap(({ tasks }) => tasks).flatMap(({ record }) => record ?? []);
  return {
    success_status: ['success', 'completed'].filter((wanted) =>
      records.some(({ status }) => status === wanted),
    ),
    wrapped_records: records.some(({ isWrapped }) => isWrapped),
  };
}
