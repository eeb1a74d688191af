import type { Size } from '../draw/stage.ts';
import type { MediaTools } from '../media-tools.ts';
import { findText } from './find-text.ts';

/** One H.264 key frame with what a decoder must know before it. All units without start codes or lengths. */
export interface KeyFrame {
  readonly sequence: Uint8Array;
  readonly picture: Uint8Array;
  readonly slice: Uint8Array;
}

/** Quantiser of the key frame: low enough that raw blocks beside it do not show. */
export const quantiser = 20;

let files = 0;

/** Encodes one I420 picture of even sides. Throws when the encoder does not produce the stream this code was written for. */
export async function encodeKeyFrame(
  samples: Uint8Array,
  { tools, width, height }: Size & { readonly tools: Pick<MediaTools, 'loadEncoders'> },
): Promise<KeyFrame> {
  const encoders = await tools.loadEncoders();
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
    return readKeyFrame(file);
  } finally {
    encoder.delete();
  }
}

/** Finds the parameter sets and the only frame in the encoder's file. */
function readKeyFrame(file: Uint8Array): KeyFrame {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const readSized = (at: number) => file.slice(at + 2, at + 2 + view.getUint16(at));
  const media = findText(file, 'mdat');
  const settings = findText(file, 'avcC');
  if (media === -1 || settings === -1) throw new Error('the video encoder wrote no MP4 file');
  const sequence = readSized(settings + 10);
  const picture = readSized(settings + 10 + 2 + sequence.length + 1);
  const slice = file.slice(media + 8, media + 8 + view.getUint32(media + 4));
  // Sequence 0, five bits of frame number, order by decoding: the header of a changed frame is written for these.
  if (((sequence[4] ?? 0) & 0xfe) !== 0xa6 || ((slice[0] ?? 0) & 0x1f) !== 5) {
    throw new Error('the video encoder changed its stream layout; adapt the headers of changed frames');
  }
  return { sequence, picture, slice };
}
