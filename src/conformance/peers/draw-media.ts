import sharp, { type FormatEnum } from 'sharp';
import { heicImage } from './heic-image.ts';

type Media = ReturnType<typeof parseMedia>;

/** Reads the name of a reference image: `640x480.png?alpha=1&bytes=10485761`. Throws when it is not one. */
export function parseMedia(name: string) {
  const { pathname, searchParams } = new URL(name, 'http://media.invalid/');
  const match = /^\/(\d+)x(\d+)\.([a-z]+)$/.exec(pathname);
  if (!match) throw new Error(`$image: ${JSON.stringify(name)} is not <width>x<height>.<format>`);
  const [, width, height, format = ''] = match;
  return {
    width: Number(width),
    height: Number(height),
    format: format === 'jpg' ? 'jpeg' : format,
    alpha: searchParams.get('alpha') === '1',
    bytes: Number(searchParams.get('bytes') ?? 0),
    orientation: Number(searchParams.get('orientation') ?? 1),
    /** Of a JPEG. */
    progressive: searchParams.get('progressive') === '1',
    /** Of a WebP. */
    lossless: searchParams.get('lossless') === '1',
  };
}

const made = new Map<string, Promise<Uint8Array>>();

/** The bytes of a reference image, padded with zeros at the end up to the requested size. Each image is created once. */
export function drawMedia(name: string): Promise<Uint8Array> {
  const known = made.get(name) ?? draw(parseMedia(name));
  made.set(name, known);
  return known;
}

async function draw(media: Media): Promise<Uint8Array> {
  const encoded = await drawImage(media);
  if (encoded.length >= media.bytes) return encoded;
  const padded = new Uint8Array(media.bytes);
  padded.set(encoded);
  return padded;
}

async function drawImage({
  width,
  height,
  format,
  alpha,
  orientation,
  ...encoding
}: Media): Promise<Uint8Array> {
  if (format === 'bmp') return drawBmp(width, height);
  if (format === 'heic' || format === 'heif') return heicImage(width, height, format);
  const channels = alpha ? 4 : 3;
  const background = { r: 40, g: 110, b: 160, ...(alpha && { alpha: 0.5 }) };
  const image = sharp({ create: { width, height, channels, background }, limitInputPixels: false });
  const oriented = orientation === 1 ? image : image.withMetadata({ orientation });
  return new Uint8Array(
    await oriented.toFormat(format as keyof FormatEnum, encodingOf(format, encoding)).toBuffer(),
  );
}

function encodingOf(format: string, { progressive, lossless }: Pick<Media, 'progressive' | 'lossless'>) {
  return { ...(format === 'jpeg' && { progressive }), ...(format === 'webp' && { lossless }) };
}

const BMP_HEADER = 54;

/** An uncompressed image with 24 bits per pixel; sharp cannot write BMP. */
function drawBmp(width: number, height: number): Uint8Array {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(BMP_HEADER + row * height, 0x80);
  bytes.fill(0, 0, BMP_HEADER);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(BMP_HEADER, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}
