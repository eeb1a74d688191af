import { createRequire } from 'node:module';
import type { Size } from '../draw/stage.ts';

/** One H.264 key frame with what a decoder must know before it. All units without start codes or lengths. */
export interface KeyFrame {
  readonly sequence: Uint8Array;
  readonly picture: Uint8Array;
  readonly slice: Uint8Array;
}

/** Quantiser of the key frame: low enough that raw blocks beside it do not show. */
export const quantiser = 20;

type Encoders = typeof import('h264-mp4-encoder');

let encoders: Encoders | undefined;
let files = 0;

/** Encodes one I420 picture of even sides. Throws when the encoder does not produce the stream this code was written for. */
export async function encodeKeyFrame(samples: Uint8Array, { width, height }: Size): Promise<KeyFrame> {
  encoders ??= loadEncoders();
  const encoder = await encoders.createH264MP4Encoder();
  try {
    files += 1;
    encoder.outputFilename = `key-frame-${files}.mp4`;
    encoder.width = width;
    encoder.height = height;
    encoder.frameRate = 24;
    encoder.speed = 10;
    encoder.quantizationParameter = quantiser;
    encoder.initialize();
    encoder.addFrameYuv(samples);
    encoder.finalize();
    const file = encoder.FS.readFile(encoder.outputFilename);
    encoder.FS.unlink(encoder.outputFilename);
    return takeApart(Buffer.from(file));
  } finally {
    encoder.delete();
  }
}

/**
 * Loads the encoder at first use. Its runtime installs process-wide handlers, one of which would silence unhandled rejections; the
 * synchronous `require` makes sure that exactly those are removed again.
 */
function loadEncoders(): Encoders {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => new Set<unknown>(process.listeners(event as 'uncaughtException')));
  const loaded: Encoders = createRequire(import.meta.url)('h264-mp4-encoder');
  for (const [index, event] of events.entries()) {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before[index]?.has(listener)) process.off(event, listener);
    }
  }
  return loaded;
}

/** Finds the parameter sets and the only frame in the encoder's file. */
function takeApart(file: Buffer): KeyFrame {
  const media = file.indexOf('mdat', 0, 'latin1');
  const settings = file.indexOf('avcC', 0, 'latin1');
  if (media === -1 || settings === -1) throw new Error('the video encoder wrote no MP4 file');
  const sequence = readSized(file, settings + 10);
  const picture = readSized(file, settings + 10 + 2 + sequence.length + 1);
  const slice = file.subarray(media + 8, media + 8 + file.readUInt32BE(media + 4));
  // Sequence 0, five bits of frame number, order by decoding: the header of a changed frame is written for these.
  if (((sequence[4] ?? 0) & 0xfe) !== 0xa6 || ((slice[0] ?? 0) & 0x1f) !== 5) {
    throw new Error('the video encoder changed its stream layout; adapt the headers of changed frames');
  }
  return {
    sequence: Uint8Array.from(sequence),
    picture: Uint8Array.from(picture),
    slice: Uint8Array.from(slice),
  };
}

function readSized(file: Buffer, at: number): Buffer {
  return file.subarray(at + 2, at + 2 + file.readUInt16BE(at));
}
