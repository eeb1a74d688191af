/** Formats rows under headings, in columns two spaces apart; columns named in `right` are right-aligned. */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { right = [] }: { readonly right?: readonly string[] } = {},
): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const pad = (cell: string, column: number) => {
    const width = widths[column] ?? 0;
    return right.includes(headings[column] ?? '') ? cell.padStart(width) : cell.padEnd(width);
  };
  return lines.map((cells) => `${cells.map(pad).join('  ').trimEnd()}\n`).join('');
}
