import { flows, type Part, parts } from './parts.ts';
import type { FolderImport } from './read-imports.ts';
import { reduceImports } from './reduce-imports.ts';

const BOX = { width: 250, height: 62 } as const;
const GAP = { x: 28, y: 46 } as const;
const MARGIN = 24;
const COLUMNS = 3;

const STYLE = `
    svg { --back: #ffffff; --line: #57606a; --ink: #1f2328; --soft: #424a53; --fill: #f6f8fa; --data: #ddf4ff; --edge: #0969da; }
    @media (prefers-color-scheme: dark) {
      svg { --back: #0d1117; --line: #8b949e; --ink: #e6edf3; --soft: #c3cad1; --fill: #161b22; --data: #10253f; --edge: #4493f8; }
    }
    .back { fill: var(--back); }
    .box { fill: var(--fill); stroke: var(--line); stroke-width: 1.5; }
    .core { fill: var(--data); stroke: var(--edge); }
    text { font-family: system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif; text-anchor: middle; }
    .name { font-size: 18px; font-weight: 600; fill: var(--ink); }
    .holds { font-size: 15px; fill: var(--soft); }
    .arrow { fill: none; stroke: var(--line); stroke-width: 1.8; }
    .flow { stroke-dasharray: 6 5; }
    .head { fill: var(--line); }
`;

/** The folders of the code and their imports, as SVG; imports implied by others are left out. */
export function drawPicture(imports: readonly FolderImport[]): string {
  const rows = Math.max(...parts.map(({ row }) => row)) + 1;
  const width = 2 * MARGIN + COLUMNS * BOX.width + (COLUMNS - 1) * GAP.x;
  const height = 2 * MARGIN + rows * BOX.height + (rows - 1) * GAP.y;
  const arrows = reduceImports(imports).toSorted((one, other) => compare(one, other));
  const description = arrows.map(({ from, to }) => `${from} imports ${to}`).join(', ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="name what">
  <title id="name">The folders of the code, and who imports whom</title>
  <desc id="what">${description}.</desc>
  <style>${STYLE}  </style>
  <defs>
    <marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">
      <path class="head" d="M0 0L10 5L0 10z"/>
    </marker>
  </defs>
  <rect class="back" width="${width}" height="${height}" rx="14"/>
${[...arrows.map((arrow) => drawArrow(arrow, 'arrow')), ...flows.map((flow) => drawArrow(flow, 'arrow flow'))].join('\n')}
${parts.map(drawBox).join('\n')}
</svg>
`;
}

function compare(one: FolderImport, other: FolderImport): number {
  return `${one.from} ${one.to}` < `${other.from} ${other.to}` ? -1 : 1;
}

function drawBox(part: Part): string {
  const { x, y } = cornerOf(part);
  const [middle, kind] = [x + BOX.width / 2, CORE.has(part.folder) ? 'box core' : 'box'];
  return `  <rect class="${kind}" x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="9"/>
  <text class="name" x="${middle}" y="${y + 26}">${part.folder}</text>
  <text class="holds" x="${middle}" y="${y + 48}">${part.holds}</text>`;
}

/** What runs anywhere: without Node, timers, network or files. */
const CORE = new Set(['src/gateway', 'src/contract', 'src/runtime', 'generated']);

function cornerOf({ row, column }: Part) {
  return { x: MARGIN + column * (BOX.width + GAP.x), y: MARGIN + row * (BOX.height + GAP.y) };
}

function drawArrow({ from, to }: { readonly from: string; readonly to: string }, kind: string): string {
  const [start, end] = [partOf(from), partOf(to)];
  const [a, b] = [cornerOf(start), cornerOf(end)];
  if (start.row === end.row) {
    const isRight = a.x < b.x;
    const y = a.y + BOX.height / 2;
    return toPath(kind, `M${isRight ? a.x + BOX.width : a.x} ${y}L${isRight ? b.x : b.x + BOX.width} ${y}`);
  }
  const isDown = start.row < end.row;
  // Several arrows leave or reach a box at different places.
  const lean = Math.sign(end.column - start.column) * (BOX.width / 4);
  const [x1, x2] = [a.x + BOX.width / 2 + lean, b.x + BOX.width / 2 - lean];
  const [y1, y2] = isDown ? [a.y + BOX.height, b.y] : [a.y, b.y + BOX.height];
  const bend = (y2 - y1) / 2;
  return toPath(kind, `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`);
}

function toPath(kind: string, path: string): string {
  return `  <path class="${kind}" d="${path}" marker-end="url(#head)"/>`;
}

function partOf(folder: string): Part {
  const part = parts.find((one) => one.folder === folder);
  if (!part) throw new Error(`scripts/architecture/parts.ts has no place for ${folder}`);
  return part;
}
