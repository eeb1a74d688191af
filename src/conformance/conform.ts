import { randomBytes } from 'node:crypto';
import type { ConformOptions, Profile, Terminal } from './conform-options.ts';
import { type ExpandedCase, expandCases } from './expand/expand.ts';
import { findUnit } from './money/credits.ts';
import { openMoney } from './money/open-money.ts';
import { planSpending } from './money/plan.ts';
import { isFree } from './money/spending-requests.ts';
import { buildReport } from './report/build-report.ts';
import { expectWritable, writeReports } from './report/write-reports.ts';
import { expectFeatures } from './run/absent-features.ts';
import { createLiveness } from './run/liveness.ts';
import type { Level } from './run/result.ts';
import { runSuite } from './run/run-suite.ts';
import { type CheckFilter, createCheckFilter } from './selection/check-filter.ts';
import { type KnownFailure, readKnownFailing } from './selection/known-failing.ts';
import { matchCases, type Selection, selectCases } from './selection/select-cases.ts';
import { readSuite } from './suite/read-suite.ts';
import type { Suite } from './suite/suite.ts';
import { expectGateway } from './target/expect-gateway.ts';
import { findTarget, NoTarget } from './target/find-target.ts';
import { type NamedTarget, readTarget } from './target/read-target.ts';
import type { Target } from './target/target.ts';
import { formatList } from './terminal/format-list.ts';
import { formatPlan } from './terminal/format-plan.ts';
import { clean } from './terminal/paint.ts';
import { createProgress } from './terminal/progress.ts';
import { toSummary } from './terminal/summary.ts';
import { UsageError } from './usage-error.ts';

const LOWEST: Readonly<Record<Profile, Level>> = { core: 'SHOULD', reference: 'CHOICE' };

/** Default parallelism; higher for isolated cases, which share no rate limit. */
const JOBS = { isolated: 16, shared: 8 } as const;

/** The exit code that shells report for a program ended by Ctrl-C. */
const INTERRUPTED = 130;

/** 0: nothing failed; 1: something failed; 2: the command could not be carried out; 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | typeof INTERRUPTED;

interface Assignment {
  readonly options: ConformOptions;
  readonly terminal: Terminal;
  readonly suite: Suite;
  readonly version: string;
}

export async function conform(
  options: ConformOptions,
  terminal: Terminal,
  version: string,
): Promise<ExitCode> {
  try {
    const declared = options.instead === 'list' ? undefined : await readTarget(options, terminal);
    const assignment = { options, terminal, suite: await readSuite(undefined, options.generated), version };
    if (declared) expectFeatures(declared, assignment.suite, terminal.didYouMean);
    return declared ? await runCases(assignment, declared) : listCases(assignment);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NoTarget)) throw error;
    terminal.tell(`${clean(error.message)}\n`);
    return 2;
  }
}

/** Without a profile or a level: all cases, and how many of them run in the default profile. */
function listCases({ options, terminal, suite }: Assignment): 0 {
  const { only, skip, level, profile } = options;
  const all = expandCases(suite);
  const wanted = { only, skip, level: level ?? LOWEST[profile ?? 'reference'] };
  const { cases } = selectCases(suite, all, { ...wanted, didYouMean: terminal.didYouMean });
  const isWhole = level === undefined && profile === undefined;
  const inCore = isWhole ? matchCases(suite, all, { ...wanted, level: LOWEST.core }).cases.length : undefined;
  terminal.print(formatList(cases, suite, inCore));
  return 0;
}

function select({ options, terminal, suite }: Omit<Assignment, 'version'>, profile: Profile): Selection {
  const { only, skip, level = LOWEST[profile] } = options;
  return selectCases(suite, expandCases(suite), { only, skip, level, didYouMean: terminal.didYouMean });
}

async function runCases(assignment: Assignment, declared: NamedTarget): Promise<ExitCode> {
  const { options, terminal, suite } = assignment;
  const known = options.knownFailing === undefined ? [] : await readKnownFailing(options.knownFailing, suite);
  await expectWritable(options.reports);
  const found: Target & Pick<NamedTarget, 'profile'> = await findTarget(declared);
  await expectGateway(found);
  const target = await findUnit(found);
  const profile = options.profile ?? target.profile ?? 'core';
  const { cases: selected, counts } = select(assignment, profile);
  const cases = options.freeOnly ? selected.filter((one) => isFree(one, suite.contract)) : selected;
  if (cases.length === 0) throw new UsageError('No selected case is free.');
  if (options.instead === 'plan') {
    const plan = await planSpending(cases, suite, target);
    terminal.print(formatPlan(plan, { ...terminal, limit: options.spendLimit }));
    return 0;
  }
  const filter = createCheckFilter(counts, known, target.balance_unit === 'credits');
  return await runSelected(assignment, { cases, target, profile, filter });
}

/** What runs, against which target, and which results count. */
interface Selected {
  readonly cases: readonly ExpandedCase[];
  readonly target: Target;
  readonly profile: Profile;
  readonly filter: CheckFilter;
}

async function runSelected(
  { options, terminal, suite, version }: Assignment,
  { cases, target, profile, filter: { filterChecks, stale } }: Selected,
): Promise<ExitCode> {
  const seed = options.seed ?? randomBytes(4).toString('hex');
  const progress = createProgress(cases.length, terminal, options.isQuiet);
  const [startedAt, started] = [new Date(), performance.now()];
  const liveness = createLiveness();
  const money = await openMoney({ suite, target, liveness }, options.spendLimit);
  const { jobs = target.isolation ? JOBS.isolated : JOBS.shared, bail } = options;
  const ran = await runSuite({
    suite,
    target,
    cases,
    jobs,
    seed,
    bail,
    filterChecks,
    ...money.run,
    liveness,
    onResult: progress.update,
    signal: terminal.signal,
  });
  const isInterrupted = terminal.signal.aborted;
  const { spent, results } = isInterrupted ? { spent: {}, results: [] } : await money.close(ran);
  progress.end();
  const report = buildReport({
    suite,
    version,
    target,
    results: [...ran, ...results.map(filterChecks).filter(({ checks }) => checks.length > 0)],
    startedAt,
    tookMs: performance.now() - started,
    profile,
    level: options.level ?? LOWEST[profile],
    seed,
    money: spent,
    stale: stale().map(nameEntry),
    ...(isInterrupted && { interrupted: { cases_run: ran.length, cases_planned: cases.length } }),
    isBrokenOff: liveness.unresponsive() !== undefined,
    isComplete: options.reports.length > 0 || options.onReport !== undefined,
  });
  options.onReport?.(report);
  terminal.print(toSummary(report, { ...terminal, isQuiet: options.isQuiet }));
  await writeReports(report, options.reports);
  if (isInterrupted) {
    terminal.tell(
      `Interrupted: ${ran.length} of ${cases.length} cases were finished; what the remaining cases have spent is unknown.\n`,
    );
    return INTERRUPTED;
  }
  return ({ passed: 0, failed: 1, error: 2 } as const)[report.outcome];
}

function nameEntry({ requirement, case: id, reason }: KnownFailure): string {
  return `${[requirement, id].filter(Boolean).join(' in ')} (${reason})`;
}
