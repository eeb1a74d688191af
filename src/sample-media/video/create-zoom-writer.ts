import { type BitWriter, createBitWriter } from './bit-writer.ts';
import { writeSliceHeader } from './write-slice-header.ts';
import { blockSide } from './yuv-picture.ts';

/** What the frames of a clip have in common. */
export interface ZoomedClip {
  /** Blocks in a row, and rows of blocks. */
  readonly columns: number;
  readonly rows: number;
  readonly anchorX: number;
  readonly anchorY: number;
  /** Columns and rows of blocks in the upper left corner that stay as they are, except for a bar along their lower edge. */
  readonly still: { readonly columns: number; readonly rows: number };
}

/** What one frame shows of the key frame. */
export interface ZoomedFrame {
  /** Number of the frame, counted from the key frame. */
  readonly index: number;
  readonly scale: number;
  /** The filled share of that bar; its first block is filled in the key frame. */
  readonly progress: number;
}

/** No skipped block before it, four quarters (3), none of which is divided further. */
const movedQuarters = 0b1_00100_1111;
const headerBytes = 32;
/** Upper bound for a block: type, four partitions, eight vector components. */
const blockBytes = 40;
const half = blockSide / 2;

/**
 * Creates a writer of H.264 P frames that show a part of the key frame, enlarged: each quarter of a block is copied
 * from its source in the zoom, to a quarter of a pixel. The key frame must be a long-term reference (`keepKeyFrame`).
 */
export function createZoomWriter(clip: ZoomedClip): (frame: ZoomedFrame) => Uint8Array {
  const buffer = new Uint8Array(headerBytes + clip.columns * clip.rows * blockBytes);
  return (frame) => {
    const writer = createBitWriter(buffer);
    writeSliceHeader(writer, { index: frame.index, from: 'key frame' });
    writeRows(writer, createField(clip, frame), clip);
    return writer.finish();
  };
}

/** Rows that would have the same bits as one before repeat them. */
function writeRows(writer: BitWriter, field: Field, { columns, rows, still }: ZoomedClip): void {
  const written = new Map<string, { readonly from: number; readonly count: number }>();
  for (let row = 0; row < rows; row += 1) {
    const kind = kindOfRow(field, still, row);
    const same = kind && written.get(kind);
    if (same) {
      writer.repeat(same.from, same.count);
      continue;
    }
    const from = writer.position();
    for (let column = 0; column < columns; column += 1) writeBlock(writer, field, column, row);
    if (kind) written.set(kind, { from, count: writer.position() - from });
  }
}

/** Motion of each half block along one side, in quarters of a pixel. */
function sourceMoves(count: number, anchor: number, scale: number): Int16Array {
  return Int16Array.from({ length: count }, (_, index) => {
    const centre = index * half + (half - 1) / 2;
    return Math.round((anchor - centre) * (1 - 1 / scale) * 4);
  });
}

interface Field {
  readonly width: number;
  readonly x: Int16Array;
  readonly y: Int16Array;
}

function createField(
  { columns, rows, anchorX, anchorY, still }: ZoomedClip,
  { scale, progress }: ZoomedFrame,
): Field {
  const width = columns * 2;
  const across = sourceMoves(width, anchorX, scale);
  const down = sourceMoves(rows * 2, anchorY, scale);
  const x = new Int16Array(width * rows * 2);
  const y = new Int16Array(x.length);
  for (let row = 0; row < rows * 2; row += 1) {
    const start = row < still.rows * 2 ? still.columns * 2 : 0;
    x.set(across.subarray(start), row * width + start);
    y.fill(down[row] ?? 0, row * width + start, (row + 1) * width);
  }
  // Filled blocks are copied from the start of the bar.
  const filled = Math.round(still.columns * 2 * progress);
  for (let column = 0; column < filled; column += 1)
    x[(still.rows * 2 - 1) * width + column] = -4 * half * (column - (column & 1));
  return { width, x, y };
}

/**
 * What decides about the bits of a row of blocks: the columns move like those above, so it is the motion from one half block to the next
 * one below. Undefined where the rows around it differ in more than that.
 */
function kindOfRow({ width, y }: Field, still: ZoomedClip['still'], row: number): string | undefined {
  if (row === 0 || row === still.rows - 1 || row === still.rows) return undefined;
  const moveOf = (down: number) => y[(down + 1) * width - 1] ?? 0;
  const [above, upper, lower] = [moveOf(row * 2 - 1), moveOf(row * 2), moveOf(row * 2 + 1)];
  return `${row < still.rows} ${upper - above} ${lower - upper}`;
}

/** Writes the motion of the four quarters of a block, each as the difference to its prediction (H.264, 8.4.1.3). */
function writeBlock(writer: BitWriter, { width, x, y }: Field, column: number, row: number): void {
  writer.bits(movedQuarters, 10);
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const across = column * 2 + (quarter & 1);
    const down = row * 2 + (quarter >> 1);
    const at = down * width + across;
    const hasAbove = down > 0;
    const left = across > 0 ? at - 1 : -1;
    const above = hasAbove ? at - width : -1;
    // The one above to the right, when it was written before this one; otherwise the one above to the left.
    const isRightWritten = hasAbove && quarter < 3 && across + 1 < width;
    const corner = isRightWritten ? above + 1 : hasAbove && left >= 0 ? above - 1 : -1;
    writer.signedGolomb((x[at] ?? 0) - predict(x, left, above, corner));
    writer.signedGolomb((y[at] ?? 0) - predict(y, left, above, corner));
  }
  writer.golomb(0); // no residual
}

/** The middle one of the neighbours' values, or that of the only neighbour. */
function predict(values: Int16Array, left: number, above: number, corner: number): number {
  const one = values[left] ?? 0;
  if (above < 0 && corner < 0) return one;
  const two = values[above] ?? 0;
  const three = values[corner] ?? 0;
  if (left < 0 && corner < 0) return two;
  return Math.max(Math.min(one, two), Math.min(Math.max(one, two), three));
}
