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

/** A HEIF file as phones write them: tiles of 512 pixels, a primary grid of 4032 x 3024, no coded data. */
export function heifFile(options: {
  readonly brand: string;
  readonly compatible?: string;
  readonly quarterTurns?: number;
  readonly alpha?: boolean;
}): Buffer {
  const { brand, compatible = 'heic', quarterTurns = 0, alpha = false } = options;
  const properties = [
    fullBox('ispe', uint32(512), uint32(512)),
    fullBox('ispe', uint32(4032), uint32(3024)),
    box('irot', Buffer.from([quarterTurns])),
    ...(alpha ? [fullBox('auxC', Buffer.from('urn:mpeg:hevc:2015:auxid:1\0'))] : []),
  ];
  // Item 1 is a tile with property 1; item 49, the primary one, has properties 2 and 3.
  const associations = Buffer.from([0, 0, 0, 2, 0, 1, 1, 0x81, 0, 49, 2, 0x82, 0x83]);
  const meta = fullBox(
    'meta',
    fullBox('pitm', Buffer.from([0, 49])),
    box('iprp', box('ipco', ...properties), fullBox('ipma', associations)),
  );
  const type = box('ftyp', Buffer.from(`${brand}\0\0\0\0${brand}${compatible}`, 'latin1'));
  return Buffer.concat([type, meta, box('mdat', Buffer.alloc(64, 1))]);
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
