/** One cell of a size table of the specification. */
export interface SizeCell {
  readonly tier: string;
  readonly ratio: string;
  readonly pixels: string;
}

/** Section 4.4.1, output size by resolution and ratio. */
export const qxCells = readTable(`
| Res | 1:1 | 4:3 | 3:4 | 16:9 | 9:16 | 3:2 | 2:3 |
| 1K | 1024x1024 | 1152x864 | 864x1152 | 1280x720 | 720x1280 | 1248x832 | 832x1248 |
| 2K | 2048x2048 | 2048x1536 | 1536x2048 | 2048x1152 | 1152x2048 | 2048x1360 | 1360x2048 |
`);

/** Section 4.4.2, reference sizes. */
export const liteCells = turned(
  readTable(`
| Ratio | 2K | 3K | 4K |
| 1:1 | 2048x2048 | 3072x3072 | 4096x4096 |
| 4:3 | 2304x1728 | 3456x2592 | 4704x3520 |
| 3:4 | 1728x2304 | 2592x3456 | 3520x4704 |
| 16:9 | 2848x1600 | 4096x2304 | 5504x3040 |
| 9:16 | 1600x2848 | 2304x4096 | 3040x5504 |
| 3:2 | 2496x1664 | 3744x2496 | 4992x3328 |
| 2:3 | 1664x2496 | 2496x3744 | 3328x4992 |
| 2:1 | 2880x1440 | 4320x2160 | 5760x2880 |
| 1:2 | 1440x2880 | 2160x4320 | 2880x5760 |
| 21:9 | 3136x1344 | 4704x2016 | 6240x2656 |
`),
);

/** Section 4.4.3, output pixels by tier and ratio. */
export const proCells = readTable(`
| Tier | 1:1 | 4:3 | 3:4 | 16:9 | 9:16 | 3:2 | 2:3 | 2:1 | 1:2 | 21:9 |
| 1K | 1024x1024 | 1152x864 | 864x1152 | 1312x736 | 736x1312 | 1248x832 | 832x1248 | 1440x720 | 720x1440 | 1568x672 |
| 1.5K | 1536x1536 | 1792x1344 | 1344x1792 | 2048x1152 | 1152x2048 | 1872x1248 | 1248x1872 | 2176x1088 | 1088x2176 | 2352x1008 |
| 2K | 2048x2048 | 2304x1728 | 1728x2304 | 2560x1440 | 1440x2560 | 2496x1664 | 1664x2496 | 2880x1440 | 1440x2880 | 3024x1296 |
`);

function readTable(text: string): readonly SizeCell[] {
  const [header = [], ...rows] = text.trim().split('\n').map(cellsOf);
  return rows.flatMap(([tier = '', ...cells]) =>
    cells.map((pixels, index) => ({ tier, ratio: header[index + 1] ?? '', pixels })),
  );
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function turned(cells: readonly SizeCell[]): readonly SizeCell[] {
  return cells.map(({ tier, ratio, pixels }) => ({ tier: ratio, ratio: tier, pixels }));
}
