import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import sharp from 'sharp';

/** What a result file really is, read from its bytes. */
export interface ProbedFile {
  readonly bytes: number;
  /** `png`, `jpeg`, `webp`, `gif`, `mp4` ..., or `unknown`. */
  readonly format: string;
  readonly width: number;
  readonly height: number;
  /** Whether the image has an alpha channel. */
  readonly alpha: boolean;
  /** Whether at least one pixel is not opaque. */
  readonly transparent: boolean;
  /** Length of a clip, 0 for images. */
  readonly seconds: number;
}

const UNKNOWN: Omit<ProbedFile, 'bytes'> = {
  format: 'unknown',
  width: 0,
  height: 0,
  alpha: false,
  transparent: false,
  seconds: 0,
};

/** Decodes an image, or reads the tracks of a clip. */
export async function probeFile(bytes: Uint8Array): Promise<ProbedFile> {
  const probed = (await probeImage(bytes)) ?? (await probeClip(bytes)) ?? UNKNOWN;
  return { bytes: bytes.length, ...probed };
}

async function probeImage(bytes: Uint8Array): Promise<typeof UNKNOWN | undefined> {
  try {
    const image = sharp(bytes);
    const { format, width, height, hasAlpha: alpha } = await image.metadata();
    const { isOpaque } = await image.stats();
    return { format, width, height, alpha, transparent: !isOpaque, seconds: 0 };
  } catch {
    return undefined;
  }
}

async function probeClip(bytes: Uint8Array): Promise<typeof UNKNOWN | undefined> {
  try {
    const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
    const track = await input.getPrimaryVideoTrack();
    if (!track) return undefined;
    const seconds = await input.computeDuration();
    const { name } = await input.getFormat();
    return {
      ...UNKNOWN,
      format: name.toLowerCase(),
      width: track.displayWidth,
      height: track.displayHeight,
      seconds,
    };
  } catch {
    return undefined;
  }
}
