import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Report, ReportedCase } from '../../../src/conformance/report/report.ts';

/** Cases that a target cannot pass, for one reason. A case without a row stands for all of its rows. */
export interface Exclusion {
  readonly reason: string;
  readonly cases: readonly string[];
}

/** Reads the list `cases` of a file: `{reason, cases: [id, ...]}` each. */
export async function readExclusions(file: string): Promise<readonly Exclusion[]> {
  const { cases } = parse(await readFile(file, 'utf8')) as { readonly cases: readonly Exclusion[] };
  return cases;
}

/** The result once the exclusions are applied. */
export interface Judgement {
  readonly passed: number;
  readonly faults: readonly string[];
  /** Excluded cases that do fail, by reason, and those that need something that the target file does not configure. */
  readonly leftOut: Readonly<Record<string, number>>;
}

const GOOD = ['passed', 'warning'];
const INCAPABLE = 'the target file does not configure it (keys, callbacks, hooks)';

/**
 * Every case must pass except those that are excluded, and those that need something that the target file does not configure. An
 * exclusion of which every case passes is a fault, as is one of a case that did not run, so that the list stays true.
 */
export function judgeReport({ cases }: Pick<Report, 'cases'>, exclusions: readonly Exclusion[]): Judgement {
  const entries = exclusions.flatMap(({ reason, cases: ids }) => ids.map((id) => ({ id, reason })));
  const faults: string[] = [];
  const leftOut: Record<string, number> = {};
  const needed = new Set<string>();
  let passed = 0;
  for (const one of cases) {
    const entry = entries.find(({ id }) => isAbout(id, one));
    const reason = entry?.reason ?? (lacksCapability(one) ? INCAPABLE : undefined);
    if (GOOD.includes(one.outcome)) passed += 1;
    else if (reason === undefined) faults.push(describe(one));
    else leftOut[reason] = (leftOut[reason] ?? 0) + 1;
    if (entry && !GOOD.includes(one.outcome)) needed.add(entry.id);
  }
  const stale = entries.filter(({ id }) => !needed.has(id));
  const ran = (id: string): boolean => cases.some((one) => isAbout(id, one));
  return {
    passed,
    leftOut,
    faults: [
      ...faults,
      ...stale.map(
        ({ id }) =>
          `${id} is excluded, but ${ran(id) ? 'it passes' : 'it did not run'}: remove the exclusion`,
      ),
    ],
  };
}

function isAbout(id: string, one: Pick<ReportedCase, 'id'>): boolean {
  return one.id === id || one.id.startsWith(`${id}/`);
}

/** Whether no check of a case could be made because the target file configures too little. */
function lacksCapability({ checks }: ReportedCase): boolean {
  return checks.every(
    ({ outcome, actual = '' }) =>
      outcome === 'unproven' && actual.startsWith('not configured in the target file: '),
  );
}

function describe({ id, checks, outcome }: ReportedCase): string {
  const bad = checks.find((check) => !GOOD.includes(check.outcome) && check.outcome !== 'known');
  return `${id} ${outcome}: ${bad?.requirement ?? ''} expected ${bad?.expected ?? '?'}, came ${(bad?.actual ?? '?').slice(0, 200)}`;
}
