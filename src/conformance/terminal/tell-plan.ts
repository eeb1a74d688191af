import type { Terminal } from '../conform-options.ts';
import { toUsd } from '../money/balances.ts';
import type { PlannedCase } from '../money/plan.ts';
import { createPaint, plural, shorten } from './paint.ts';

/** What would run, with the most that it can cost, the most expensive first. */
export function tellPlan(
  plan: readonly PlannedCase[],
  { width, isColoured }: Pick<Terminal, 'width' | 'isColoured'>,
): string {
  const paint = createPaint(isColoured);
  const paid = plan
    .filter(({ nanoUsd }) => nanoUsd > 0n)
    .toSorted((left, right) => compare(right.nanoUsd, left.nanoUsd));
  const free = plan.length - paid.length;
  const amounts = paid.map(({ nanoUsd }) => toUsd(nanoUsd));
  const column = Math.max(8, ...amounts.map(({ length }) => length));
  const rows = paid.map(({ one }, index) => {
    const amount = (amounts[index] ?? '').padStart(column);
    return `${amount}  ${one.id}  ${paint(shorten(one.title, Math.max(20, width - column - one.id.length - 4)), 'grey')}`;
  });
  const total = plan.reduce((sum, { nanoUsd }) => sum + nanoUsd, 0n);
  const filed = paid.filter(({ sources }) => sources.has('model files')).length;
  const source =
    filed === 0
      ? 'the pricing endpoint'
      : filed === paid.length
        ? 'the model files of this suite'
        : `the pricing endpoint, of ${plural(filed, 'case')} by the model files of this suite`;
  return [
    ...(rows.length > 0 ? [paint(`${'USD'.padStart(column)}  at most, case`, 'grey'), ...rows, ''] : []),
    `${plural(plan.length, 'case')} would run: ${free} free, ${paid.length} that can cost ${toUsd(total)} USD at most${paid.length > 0 ? `, by ${source}` : ''}.`,
    '',
  ].join('\n');
}

function compare(left: bigint, right: bigint): number {
  return left < right ? -1 : Number(left > right);
}
