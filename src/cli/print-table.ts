interface TableOptions {
  /** Headings of columns that are right-aligned. */
  readonly right?: readonly string[];
  /** The width of the terminal; without one, a row is one line. */
  readonly width?: number | undefined;
}

/**
 * Formats rows under headings, in columns two spaces apart. Columns that do not fit the terminal continue on indented lines below, headings
 * included; no cell is shortened or broken, so that ids and addresses can be copied.
 */
export function toTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  { right = [], width = process.stdout.columns }: TableOptions = {},
): string {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const pad = (cell: string, column: number) => {
    const room = widths[column] ?? 0;
    return right.includes(headings[column] ?? '') ? cell.padStart(room) : cell.padEnd(room);
  };
  const begins = foldColumns(widths, width ?? Number.POSITIVE_INFINITY);
  return lines.map((cells) => toLines(cells.map(pad), begins)).join('');
}

const GAP = '  ';
const INDENT = '  ';

/** The columns at which a new line begins, from the first to the end of the last line. */
function foldColumns(widths: readonly number[], width: number): readonly number[] {
  const begins: number[] = [0];
  let used = widths[0] ?? 0;
  for (const [column, room] of widths.entries()) {
    if (column === 0) continue;
    if (used + GAP.length + room <= width) {
      used += GAP.length + room;
      continue;
    }
    begins.push(column);
    used = INDENT.length + room;
  }
  return [...begins, widths.length];
}

/** A row; a line of it in which every cell is empty is left out. */
function toLines(cells: readonly string[], begins: readonly number[]): string {
  const lines = begins.slice(1).map((end, index) => cells.slice(begins[index], end).join(GAP).trimEnd());
  return lines
    .map((line, index) => (index === 0 ? line : line && INDENT + line))
    .filter((line, index) => index === 0 || line !== '')
    .map((line) => `${line}\n`)
    .join('');
}
