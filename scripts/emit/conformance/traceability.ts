import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type RequirementEntry, toRequirements } from '../../conformance/suite-entries.ts';
import { FOLDERS, readSuiteFiles } from '../../conformance/suite-files.ts';
import { toLine } from '../../contract/problem.ts';

/** The titles of the areas, in the order in which they are shown. */
export const AREAS_FILE = 'conformance/areas.yaml';

/** A requirement as the traceability table shows it. */
export interface TracedRequirement
  extends Pick<RequirementEntry, 'id' | 'level' | 'section' | 'statement' | 'untestable'> {
  readonly cases: readonly string[];
}

/** The requirements of an area, in the order of their file. */
export interface TracedArea {
  readonly area: string;
  /** Empty for an area that `areas.yaml` does not have. */
  readonly title: string;
  readonly requirements: readonly TracedRequirement[];
}

/** How many requirements there are, and what proves them. */
export interface Counts {
  readonly all: number;
  readonly covered: number;
  readonly untestable: number;
  readonly open: number;
}

/** The requirements at `root` by area, in the order of `areas.yaml`; none where there is no suite. */
export async function readTraceability(root: string): Promise<readonly TracedArea[]> {
  if (!existsSync(join(root, AREAS_FILE))) return [];
  const titles = parse(await readFile(join(root, AREAS_FILE), 'utf8')) as Readonly<Record<string, string>>; // names and texts
  const { requirements, problems } = await readSuiteFiles(root);
  const unread = problems.filter(({ file }) => file.startsWith(`${FOLDERS.requirements}/`));
  if (unread.length > 0) throw new Error(unread.map(toLine).join('\n'));
  const entries = requirements.flatMap(toRequirements);
  const byArea = Map.groupBy(entries, ({ id }) => id.replace(/^GW-|-\d+$/g, ''));
  const areas = new Set([...Object.keys(titles), ...byArea.keys()]);
  return [...areas].flatMap((area) => {
    const list = byArea.get(area) ?? [];
    const traced = list.map(({ verifiedBy, ...entry }) => ({ ...entry, cases: verifiedBy }));
    return list.length === 0 ? [] : [{ area, title: titles[area] ?? '', requirements: traced }];
  });
}

/** Counts requirements: covered by a case, untestable, or neither. */
export function countTraced(requirements: readonly TracedRequirement[]): Counts {
  const covered = requirements.filter(({ cases }) => cases.length > 0).length;
  const untestable = requirements.filter((requirement) => requirement.untestable !== undefined).length;
  const all = requirements.length;
  return { all, covered, untestable, open: all - covered - untestable };
}
