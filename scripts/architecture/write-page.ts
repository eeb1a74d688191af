import { drawPicture } from './draw-picture.ts';
import { parts } from './parts.ts';
import type { FolderImport } from './read-imports.ts';
import { requestPaths } from './request-paths.ts';

/** Where page and picture are. */
export const PAGE = 'docs/architecture.md';
/** The picture that the page shows. */
export const PICTURE = 'docs/images/architecture.svg';

/** The generated parts of the page put into its text, and the picture. */
export function writeArchitecture(
  page: string,
  imports: readonly FolderImport[],
): { page: string; picture: string } {
  const filled = fill(fill(page, 'folders', toTable(imports)), 'request paths', toRequestPaths());
  return { page: filled, picture: drawPicture(imports) };
}

function fill(page: string, name: string, text: string): string {
  const [start, end] = [
    `<!-- ${name}: written by npm run draw:architecture -->\n`,
    `<!-- end of ${name} -->`,
  ];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for ${name}`);
  return `${page.slice(0, from + start.length)}\n${text}\n${page.slice(to)}`;
}

function toTable(imports: readonly FolderImport[]): string {
  const rows = parts.map(({ folder, holds }) => {
    const targets = imports.filter(({ from }) => from === folder).map(({ to }) => `\`${to}\``);
    return [`\`${folder}\``, holds, targets.toSorted().join(', ') || 'nothing'];
  });
  return align([['folder', 'holds', 'imports'], ...rows]);
}

function align(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const toLine = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return `${[toLine(head), toLine(widths.map((width) => '-'.repeat(width))), ...body.map(toLine)].join('\n')}\n`;
}

function toRequestPaths(): string {
  return requestPaths
    .map(({ title, steps }) => {
      const lines = steps.map(({ file, name, does }, at) => `${at + 1}. [\`${name}\`](../${file}) ${does}`);
      return `### ${title}\n\n${lines.join('\n')}\n`;
    })
    .join('\n');
}
