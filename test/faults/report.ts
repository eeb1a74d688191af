import type { Outcome } from './run-scenario.ts';

const COLUMNS = [
  'fault',
  'database',
  'faults',
  'accepted',
  'lost',
  'doubled',
  'callbacks missing',
  'callbacks repeated',
  '5xx unexpected',
  '503 sent',
  'cut connections',
  'worst recovery',
  'longest submit',
] as const;

/** One row per scenario, as Markdown with aligned columns (as the project's formatter writes it). */
export function toTable(outcomes: readonly Outcome[]): string {
  const rows = [COLUMNS, ...outcomes.map(toRow)];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)));
  const [head, ...body] = rows.map((cells) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [head ?? [], rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** All broken guarantees, in words; empty if none was broken. */
export function brokenPromises(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap(({ scenario: { name, database }, seen, findings }) => {
    const { lost, doubled, callbacksMissing, bookErrors } = findings;
    return [
      ...(seen.accepted.size === 0 ? ['nothing was accepted'] : []),
      ...(lost > 0 ? [`${lost} lost`] : []),
      ...(doubled > 0 ? [`${doubled} doubled`] : []),
      ...(callbacksMissing > 0 ? [`${callbacksMissing} callbacks missing`] : []),
      ...bookErrors,
      ...seen.unexpected,
    ].map((text) => `${name} (${database}): ${text}`);
  });
}

function toRow({ scenario, faults, seen, findings, worstRecoveryMs }: Outcome): readonly string[] {
  return [
    scenario.name,
    scenario.database,
    String(faults),
    String(seen.accepted.size),
    String(findings.lost),
    String(findings.doubled),
    String(findings.callbacksMissing),
    String(findings.callbacksRepeated),
    String(seen.unexpected.length),
    String((seen.refusals.get(502) ?? 0) + (seen.refusals.get(503) ?? 0)),
    String(seen.cutConnections),
    seconds(worstRecoveryMs),
    seconds(seen.longestSubmitMs),
  ];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
