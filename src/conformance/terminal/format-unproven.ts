import type { Report } from '../report/report.ts';
import { clean, type Paint, shorten, wrap } from './paint.ts';

/** More reasons are only counted. */
const MAX_REASONS = 12;

/** The unproven requirements, grouped by reason, the most frequent reason first. */
export function formatUnproven(
  { requirements, cases }: Report,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): string {
  const unproven = new Set(requirements.filter(({ outcome }) => outcome === 'unproven').map(({ id }) => id));
  if (unproven.size === 0) return '';
  const reasons = new Map<string, string>();
  for (const { checks } of cases)
    for (const { requirement = '', outcome, actual = 'not checked' } of checks)
      if (outcome === 'unproven' && unproven.has(requirement) && !reasons.has(requirement))
        reasons.set(requirement, actual);
  const groups = Object.entries(Object.groupBy([...reasons], ([, reason]) => clean(reason))).toSorted(
    ([, left = []], [, right = []]) => right.length - left.length,
  );
  const lines = groups.slice(0, MAX_REASONS).map(([reason, members = []]) => {
    const head = `  ${String(members.length).padStart(3)}  ${wrap(shorten(reason, 160), { width, indent: ' '.repeat(7) })}`;
    const ids = shorten(members.map(([id]) => id).join(' '), width - 7);
    return `${head}\n       ${paint(ids, 'grey')}`;
  });
  const rest = groups.length - MAX_REASONS;
  return [
    `${unproven.size} unproven`,
    ...lines,
    ...(rest > 0 ? [paint(`       and ${rest} more reasons, which are in the reports`, 'grey')] : []),
    '',
  ].join('\n');
}
