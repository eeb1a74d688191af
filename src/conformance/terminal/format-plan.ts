import type { Terminal } from '../conform-options.ts';
import { toNanoUsd } from '../language/nano-usd.ts';
import { toUsd } from '../money/balances.ts';
import type { PlannedCase } from '../money/plan.ts';
import { areaOfCase } from '../report/describe-check.ts';
import { createPaint, plural, shorten } from './paint.ts';

/** What would run and the most that it can cost: cases and areas, the most expensive first. */
export function formatPlan(
  plan: readonly PlannedCase[],
  {
    width,
    isColoured,
    limit,
  }: Pick<Terminal, 'width' | 'isColoured'> & { readonly limit?: string | undefined },
): string {
  const paint = createPaint(isColoured);
  const paid = plan
    .filter(({ nanoUsd }) => nanoUsd > 0n)
    .toSorted((left, right) => Number(right.nanoUsd - left.nanoUsd));
  const column = Math.max(8, ...paid.map(({ nanoUsd }) => toUsd(nanoUsd).length));
  const row = (nanoUsd: bigint, text: string): string => `${toUsd(nanoUsd).padStart(column)}  ${text}`;
  const rows = paid.map(({ one: { id, title }, nanoUsd }) => {
    const room = width - column - id.length - 4;
    return row(nanoUsd, room < SHORTEST_TITLE ? id : `${id}  ${paint(shorten(title, room), 'grey')}`);
  });
  const areas = [...Map.groupBy(paid, ({ one }) => areaOfCase(one))]
    .map(([name, cases]) => ({ name, cases, sum: total(cases) }))
    .toSorted((left, right) => Number(right.sum - left.sum))
    .map(({ name, cases, sum }) => row(sum, `${name}, ${plural(cases.length, 'case')}`));
  const head = (text: string): string => paint(`${'Max USD'.padStart(column)}  ${text}`, 'grey');
  return [
    ...(rows.length > 0 ? [head('Case'), ...rows, '', head('Folder'), ...areas, ''] : []),
    ...formatTotal(plan, paid),
    ...(limit === undefined ? [] : formatLimit(plan, limit)),
    '',
  ].join('\n');
}

const SHORTEST_TITLE = 20;

function formatTotal(plan: readonly PlannedCase[], paid: readonly PlannedCase[]): readonly string[] {
  const missing = plan.filter((planned) => planned.missing !== undefined).length;
  const runs = plan.length - missing;
  const free = runs - paid.length;
  const unproven = missing > 0 ? ` ${plural(missing, 'case')} cannot be checked against this target.` : '';
  if (paid.length === 0)
    return [`${plural(runs, 'case')} would run, all free.${unproven}`, ...formatRefusals(plan)];
  return [
    `${plural(runs, 'case')} would run: ${free} free, ${paid.length} that can cost ${toUsd(total(paid))} USD at most, by ${sourceOf(paid)}.${unproven}`,
    'The maximum assumes one token per byte, the longest possible answer where the request sets no limit, and the highest rate for every image and second. The actual cost is usually lower.',
    ...formatRefusals(plan),
    'To spend less: --free-only, --spend-limit USD, or --only and --skip.',
  ];
}

/** What a target can charge if it accepts requests that it must reject. */
function formatRefusals(plan: readonly PlannedCase[]): readonly string[] {
  const more = plan.reduce((sum, { ifAccepted, nanoUsd }) => sum + ifAccepted - nanoUsd, 0n);
  if (more === 0n) return [];
  return [
    `Requests that must be rejected count as free. A gateway that wrongly accepts and charges all of them could cost ${toUsd(more)} USD more; --spend-limit covers these as well.`,
  ];
}

/** The cases that a limit stops, however little the others spend. */
function formatLimit(plan: readonly PlannedCase[], limit: string): readonly string[] {
  const stopped = plan.filter(({ ifAccepted }) => ifAccepted > toNanoUsd(limit)).map(({ one }) => one.id);
  const listed = stopped.slice(0, MAX_STOPPED).join(', ');
  const more = stopped.length > MAX_STOPPED ? ` and ${stopped.length - MAX_STOPPED} more` : '';
  const alone =
    stopped.length === 0
      ? 'Each case on its own fits within the limit.'
      : `${plural(stopped.length, 'case')} cannot start under it, because each can cost more: ${listed}${more}.`;
  return [`This plan ignores --spend-limit ${limit}. ${alone}`];
}

const MAX_STOPPED = 10;

function total(plan: readonly PlannedCase[]): bigint {
  return plan.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0n);
}

function sourceOf(paid: readonly PlannedCase[]): string {
  const filed = paid.filter(({ sources }) => sources.has('model files')).length;
  if (filed === 0) return 'the pricing endpoint';
  if (filed === paid.length) return 'the model files of this suite';
  return `the pricing endpoint (${plural(filed, 'case')}: by the model files of this suite)`;
}
