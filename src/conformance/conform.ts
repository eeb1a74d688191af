import { randomBytes } from 'node:crypto';
import type { ConformOptions, Profile, Terminal } from './conform-options.ts';
import { buildReport } from './report/build-report.ts';
import { withoutUser } from './report/wire-log.ts';
import { writeReports } from './report/write-reports.ts';
import { expandCases } from './run/expand.ts';
import { findTarget, NoTarget } from './run/find-target.ts';
import type { Level } from './run/result.ts';
import { runSuite } from './run/run-suite.ts';
import { richKeys, type Target } from './run/target.ts';
import { createJudge } from './selection/judge.ts';
import { type KnownFailure, readKnownFailing } from './selection/known-failing.ts';
import { type Selection, selectCases } from './selection/select-cases.ts';
import { readSuite } from './suite/read-suite.ts';
import type { Suite } from './suite/suite.ts';
import { type NamedTarget, readTarget } from './target/read-target.ts';
import { createProgress } from './terminal/progress.ts';
import { toSummary } from './terminal/summary.ts';
import { tellList } from './terminal/tell-list.ts';
import { UsageError } from './usage-error.ts';
import { send } from './wire/exchange.ts';

const LOWEST: Readonly<Record<Profile, Level>> = { core: 'SHOULD', reference: 'CHOICE' };

/** What `gatewright conform` works with. */
interface Assignment {
  readonly options: ConformOptions;
  readonly terminal: Terminal;
  readonly suite: Suite;
  readonly version: string;
}

/** Carries out `gatewright conform`: 0 when nothing failed, 1 when something did, 2 when it could not be done. */
export async function conform(
  options: ConformOptions,
  terminal: Terminal,
  version: string,
): Promise<0 | 1 | 2> {
  try {
    const declared = options.instead === 'list' ? undefined : await readTarget(options, terminal);
    const assignment = { options, terminal, suite: await readSuite(), version };
    return declared ? await runCases(assignment, declared) : listCases(assignment);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof NoTarget)) throw error;
    terminal.tell(`${error.message}\n`);
    return 2;
  }
}

function listCases({ options, terminal, suite }: Assignment): 0 {
  const profile = options.profile ?? 'reference';
  const { cases } = select({ options, terminal, suite }, profile);
  terminal.print(tellList(cases, suite));
  return 0;
}

function select({ options, terminal, suite }: Omit<Assignment, 'version'>, profile: Profile): Selection {
  const { only, skip, level = LOWEST[profile] } = options;
  return selectCases(suite, expandCases(suite), { only, skip, level, closest: terminal.closest });
}

async function runCases(assignment: Assignment, declared: NamedTarget): Promise<0 | 1 | 2> {
  const { options, terminal, suite, version } = assignment;
  const known = options.knownFailing === undefined ? [] : await readKnownFailing(options.knownFailing, suite);
  const target: Target & Pick<NamedTarget, 'profile'> = await findTarget(declared);
  await expectKey(target);
  const profile = options.profile ?? target.profile ?? 'core';
  const { cases, counts } = select(assignment, profile);
  const { judge, stale } = createJudge(counts, known);
  const seed = options.seed ?? randomBytes(4).toString('hex');
  const progress = createProgress(cases.length, terminal, options.isQuiet);
  const [startedAt, started] = [new Date(), performance.now()];
  const results = await runSuite({
    suite,
    target,
    cases,
    jobs: options.jobs,
    seed,
    bail: options.bail,
    judge,
    onResult: progress.update,
  });
  progress.end();
  const report = buildReport({
    suite,
    version,
    target,
    results,
    startedAt,
    tookMs: performance.now() - started,
    profile,
    level: options.level ?? LOWEST[profile],
    seed,
    money: {},
    stale: stale().map(nameEntry),
  });
  terminal.print(
    toSummary(report, { width: terminal.width, isColoured: terminal.isColoured, isQuiet: options.isQuiet }),
  );
  await writeReports(report, options.reports);
  return ({ passed: 0, failed: 1, error: 2 } as const)[report.outcome];
}

/** A wrong key would make everything fail: it is said at once. */
async function expectKey(target: Target): Promise<void> {
  const url = `${target.base_url.replace(/\/$/, '')}/v1/models`;
  const { status } = await send({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${richKeys(target)[0]}` },
  });
  if (status === 401 || status === 403)
    throw new UsageError(
      `GET ${withoutUser(url)} answers ${status} to the key. Is it right? --key KEY, or keys.rich of the target file.`,
    );
}

function nameEntry({ requirement, case: id, reason }: KnownFailure): string {
  return `${[requirement, id].filter(Boolean).join(' in ')} (${reason})`;
}
