/** A BMP file of grey pixels; with an alpha mask it gets a V4 header. */
export function bmpFile(options: {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly alphaMask?: number;
}): Buffer {
  const { width, height, depth, alphaMask } = options;
  const header = alphaMask === undefined ? 40 : 108;
  const data = Math.ceil((width * depth) / 32) * 4 * Math.abs(height);
  const file = Buffer.alloc(14 + header + data, 0x80);
  file.fill(0, 0, 14 + header).write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(14 + header, 10);
  file.writeUInt32LE(header, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(depth, 28);
  if (alphaMask !== undefined) {
    file.writeUInt32LE(3, 30);
    file.writeUInt32LE(alphaMask, 66);
  }
  return file;
}

/** A HEIF file as phones write them: square tiles, a primary grid of 4032 x 3024, no coded data. */
export function heifFile(options: {
  readonly brand: string;
  readonly compatible?: string;
  readonly quarterTurns?: number;
  readonly alpha?: boolean;
  /** Side of a tile. */
  readonly tile?: number;
  /** Whether the number of a property takes two bytes. */
  readonly isWide?: boolean;
  /** Bytes of padding in the description. */
  readonly padding?: number;
  /** How many items the list of properties claims to have; it has two. */
  readonly claimed?: number;
  readonly primary?: number;
  /** Empty boxes before the description. */
  readonly boxes?: number;
}): Buffer {
  const { brand, compatible = 'heic', quarterTurns = 0, alpha = false, isWide = false } = options;
  const { tile = 512, padding = 0, claimed = 2, primary = 49, boxes = 0 } = options;
  const properties = [
    fullBox('ispe', uint32(tile), uint32(tile)),
    fullBox('ispe', uint32(4032), uint32(3024)),
    box('irot', Buffer.from([quarterTurns])),
    ...(alpha ? [fullBox('auxC', Buffer.from('urn:mpeg:hevc:2015:auxid:1\0'))] : []),
  ];
  // Item 1 is a tile with property 1; item 49, the primary one, has properties 2 and 3.
  const associations = isWide
    ? [0, 1, 1, 0x80, 1, 0, 49, 2, 0x80, 2, 0x80, 3]
    : [0, 1, 1, 0x81, 0, 49, 2, 0x82, 0x83];
  const list = box(
    'ipma',
    Buffer.from([0, 0, 0, isWide ? 1 : 0]),
    uint32(claimed),
    Buffer.from(associations),
  );
  const meta = fullBox(
    'meta',
    ...(padding === 0 ? [] : [box('free', Buffer.alloc(padding))]),
    fullBox('pitm', Buffer.from([0, primary])),
    box('iprp', box('ipco', ...properties), list),
  );
  const type = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}${compatible}`, 'latin1'));
  const empty = Array.from({ length: boxes }, () => box('free'));
  return Buffer.concat([type, ...empty, meta, box('mdat', Buffer.alloc(64, 1))]);
}

function box(type: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([uint32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

function fullBox(type: string, ...content: readonly Buffer[]): Buffer {
  return box(type, Buffer.alloc(4), ...content);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** An entry of a TIFF directory: its tag, its type, the number of values, and the value or the offset of the values. */
export type TiffEntry = readonly [tag: number, type: number, count: number, value: number];

/** A TIFF file with one directory, and bytes after it. */
export function tiffFile(entries: readonly TiffEntry[], rest = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([head, rest]);
}
