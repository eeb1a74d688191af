/** Formats rows under headings, in columns two spaces apart; columns named in `right` are right-aligned. */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { right = [] }: { readonly right?: readonly string[] } = {},
): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines.map((cells) => `${toLine(cells, { headings, widths, right })}\n`).join('');
}

function toLine(
  cells: readonly string[],
  {
    headings,
    widths,
    right,
  }: {
    readonly headings: readonly string[];
    readonly widths: readonly number[];
    readonly right: readonly string[];
  },
): string {
  return cells
    .map((cell, column) => {
      const width = widths[column] ?? 0;
      return right.includes(headings[column] ?? '') ? cell.padStart(width) : cell.padEnd(width);
    })
    .join('  ')
    .trimEnd();
}
