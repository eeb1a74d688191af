/** One generated part of a page. */
export interface Part {
  readonly part: string;
  readonly text: string;
}

/** The cells of one row of a Markdown table. */
export type Row = readonly string[];

/** The page with one of its generated parts replaced; throws where the page has no place for it. */
export function replacePart(page: string, { part, text }: Part): string {
  const [before, , after] = splitPage(page, part);
  return `${before}\n\n${text}\n\n${after}`;
}

/** A Markdown table whose columns are aligned. */
export function toTable(columns: Row, rows: readonly Row[]): string {
  const lines = [columns, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = columns.map((_column, at) => Math.max(3, ...lines.map((cells) => cells[at]?.length ?? 0)));
  const toLine = (cells: Row) =>
    `| ${widths.map((width, at) => (cells[at] ?? '').padEnd(width)).join(' | ')} |`;
  const [header = [], ...body] = lines;
  return [toLine(header), toLine(widths.map((width) => '-'.repeat(width))), ...body.map(toLine)].join('\n');
}

/** Commands to paste, each below the name of its tool. */
export function toCommands(tools: readonly { readonly name: string; readonly command: string }[]): string {
  return `\`\`\`sh\n${tools.map(({ name, command }) => `# ${name}\n${command}\n`).join('\n')}\`\`\``;
}

/** The rows that a page has now for tools of these names that are not among `rows`, together with `rows`, in the order of the names. */
export function mergeRows(
  page: string,
  { part, rows, names }: { readonly part: string; readonly rows: readonly Row[]; readonly names: Row },
): readonly Row[] {
  const [, text] = splitPage(page, part);
  const before = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(1, -1).split(/(?<!\\)\|/))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll('\\|', '|')));
  return names.flatMap((name) => {
    const row = [...rows, ...before].find(([first]) => first === name);
    return row === undefined ? [] : [row];
  });
}

/** Whether each of the words, separated by spaces, is one of the words of a name; no words choose every name. */
export function hasWords(name: string, words: string): boolean {
  const known = name.split(/,? /);
  return words
    .split(' ')
    .filter((word) => word !== '')
    .every((word) => known.includes(word));
}

/** The text before a generated part, the part, and the text after it; the markers belong to the outer texts. */
function splitPage(page: string, part: string): readonly [string, string, string] {
  const begin = `<!-- begin of the ${part} that a script writes -->`;
  const end = `<!-- end of the ${part} -->`;
  const [before, rest] = page.split(begin);
  const [text, after] = rest?.split(end) ?? [];
  if (before === undefined || text === undefined || after === undefined)
    throw new Error(`The page has no place for the ${part}.`);
  return [before + begin, text, end + after];
}
