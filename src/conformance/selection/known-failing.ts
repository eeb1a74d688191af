import type { CheckResult } from '../run/result.ts';
import { isObject } from '../suite/json.ts';
import { readYamlOption } from '../suite/read-yaml-option.ts';
import type { Suite } from '../suite/suite.ts';
import { UsageError } from '../usage-error.ts';

/** An expected failure: of a requirement, of a case, or of a requirement in one case. */
export interface KnownFailure {
  readonly requirement?: string;
  readonly case?: string;
  readonly reason: string;
}

/** Reads a list of known failures: YAML, `- {requirement: GW-TSK-001, case: tasks.x, reason: ...}`. Throws `UsageError`. */
export async function readKnownFailing(file: string, suite: Suite): Promise<readonly KnownFailure[]> {
  const entries = (await readYamlOption('known-failing', file)) ?? [];
  if (!Array.isArray(entries))
    throw new UsageError(`${file}: must be a list of {requirement or case, reason}.`);
  return entries.map((entry, index) => toEntry(entry, `${file}, entry ${index + 1}`, suite));
}

function toEntry(entry: unknown, where: string, suite: Suite): KnownFailure {
  const { requirement, case: id, reason, ...rest } = isObject(entry) ? entry : {};
  const [odd] = Object.keys(rest);
  if (odd)
    throw new UsageError(`${where}: has an unknown member ${odd}; allowed are requirement, case, reason.`);
  if (typeof requirement !== 'string' && typeof id !== 'string')
    throw new UsageError(`${where}: must name a requirement or a case.`);
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new UsageError(`${where}: must give a reason.`);
  if (typeof requirement === 'string' && !suite.requirements.has(requirement))
    throw new UsageError(`${where}: there is no requirement ${requirement}.`);
  if (typeof id === 'string' && !suite.cases.some((one) => one.id === id.split('/')[0]))
    throw new UsageError(`${where}: there is no case ${id}.`);
  return {
    ...(typeof requirement === 'string' && { requirement }),
    ...(typeof id === 'string' && { case: id }),
    reason,
  };
}

/** Whether an entry covers a check of a case; a case id without a row covers all rows. */
export function isAbout(entry: KnownFailure, id: string, { requirement }: CheckResult): boolean {
  const isCase = entry.case === undefined || id === entry.case || id.startsWith(`${entry.case}/`);
  return isCase && (entry.requirement === undefined || entry.requirement === requirement);
}
