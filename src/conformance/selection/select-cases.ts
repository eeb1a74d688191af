import type { ConformOptions, DidYouMean } from '../conform-options.ts';
import type { ExpandedCase } from '../expand/expand.ts';
import { LEVELS, type Level } from '../run/result.ts';
import type { Suite } from '../suite/suite.ts';
import { plural } from '../terminal/paint.ts';
import { UsageError } from '../usage-error.ts';
import { areaOf, folderOf, requirementsOf } from './requirements-of.ts';

export interface Wanted extends Pick<ConformOptions, 'only' | 'skip'> {
  /** The lowest level that counts. */
  readonly level: Level;
  readonly didYouMean: DidYouMean;
}

/** The cases that run, and which of their checks count. */
export interface Selection {
  readonly cases: readonly ExpandedCase[];
  readonly counts: (one: Pick<ExpandedCase, 'id' | 'file'>, requirement: string) => boolean;
}

/**
 * Selects cases with at least one check that counts. Selectors are levels, areas, ids of requirements, cases and models, and folders of cases;
 * levels narrow down the others. Throws `UsageError` for a selector that matches nothing, and when no case is left.
 */
export function selectCases(suite: Suite, all: readonly ExpandedCase[], wanted: Wanted): Selection {
  const { only, skip, didYouMean } = wanted;
  for (const text of [...only, ...skip]) expectKnown(text, { suite, all, didYouMean });
  const selection = matchCases(suite, all, wanted);
  if (selection.cases.length === 0) throw new UsageError(whyNone(suite, all, wanted));
  return selection;
}

/** Every case with a check that counts, possibly none. */
export function matchCases(
  suite: Suite,
  all: readonly ExpandedCase[],
  { only, skip, level }: Omit<Wanted, 'didYouMean'>,
): Selection {
  const groups = [only.filter(isLevel), only.filter((text) => !isLevel(text))];
  const levelOf = (requirement: string): Level => suite.requirements.get(requirement)?.level ?? 'MUST';
  const counts: Selection['counts'] = (one, requirement) => {
    const own = levelOf(requirement);
    const matches = (text: string): boolean =>
      isLevel(text) ? own === text.toUpperCase() : namesCheck(text, one, requirement);
    return (
      LEVELS.indexOf(own) <= LEVELS.indexOf(level) &&
      groups.every((group) => group.length === 0 || group.some(matches)) &&
      !skip.some(matches)
    );
  };
  const cases = all.filter((one) => requirementsOf(one).some((requirement) => counts(one, requirement)));
  return { cases, counts };
}

/** Why no case is selected: cases may match whose checks are of a lower level only. */
function whyNone(suite: Suite, all: readonly ExpandedCase[], wanted: Wanted): string {
  const lower = LEVELS.slice(LEVELS.indexOf(wanted.level) + 1);
  for (const level of lower) {
    const { length } = matchCases(suite, all, { ...wanted, level }).cases;
    if (length === 0) continue;
    const also = level === 'CHOICE' ? ', as in --profile reference' : '';
    return `No case is selected: what matches (${plural(length, 'case')}) checks ${level} only, which counts with --level ${level}${also}.`;
  }
  return 'No case is selected. See what there is: gatewright conform --list.';
}

function isLevel(text: string): boolean {
  return LEVELS.some((level) => level === text.toUpperCase());
}

/** Whether a selector other than a level matches the case or the requirement of a check. */
function namesCheck(text: string, one: Pick<ExpandedCase, 'id' | 'file'>, requirement: string): boolean {
  const [wanted, area] = [text.toUpperCase(), areaOf(requirement)];
  return (
    requirement === wanted ||
    requirement === `GW-${wanted}` ||
    area === wanted ||
    area.startsWith(`${wanted}-`) ||
    one.id === text ||
    one.id.startsWith(`${text}/`) ||
    folderOf(one) === text.toLowerCase() ||
    isOfModel(one.id, text)
  );
}

/** `models.image-size/paper-1.0/1K/1x1` is a case of `paper-1.0`. */
function isOfModel(id: string, model: string): boolean {
  return id.startsWith('models.') && id.split('/')[1] === model;
}

function expectKnown(
  text: string,
  { suite, all, didYouMean }: Pick<Wanted, 'didYouMean'> & { suite: Suite; all: readonly ExpandedCase[] },
): void {
  const requirements = [...suite.requirements.keys()];
  if (isLevel(text) || requirements.some((id) => namesCheck(text, { id: '', file: '' }, id))) return;
  if (all.some((one) => namesCheck(text, one, ''))) return;
  const known = [
    ...requirements,
    ...requirements.map(areaOf),
    ...suite.models.map(({ id }) => String(id)),
    ...all.flatMap((one) => [one.id, one.id.split('/')[0] ?? one.id, folderOf(one)]),
  ];
  const hint = didYouMean(text, [...new Set(known)]) || ' See: gatewright conform --list.';
  throw new UsageError(`"${text}" is not an area, folder, case, requirement, model or level.${hint}`);
}
