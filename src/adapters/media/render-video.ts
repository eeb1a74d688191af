import type { VideoDescription } from '../../gateway/ports/media.ts';
import { composeLandscape } from './compose-picture.ts';
import { createAnimation } from './create-animation.ts';
import { drawWings, wingPoses, wingSize } from './draw-wings.ts';
import { encodeKeyFrame } from './encode-key-frame.ts';
import { muxMp4 } from './mux-mp4.ts';
import { pickPalette } from './plan-scene.ts';
import { writeChangedFrame } from './write-changed-frame.ts';
import { blockSide, toI420, toYuvPicture } from './yuv-picture.ts';

const framesPerSecond = 24;

/**
 * Renders a seeded landscape with a bird that crosses it and a bar that shows the progress: H.264 in a fast-start MP4, exact in size and to
 * the frame. Only the first frame is encoded; the others state what changed. Sides must be even.
 */
export async function renderVideo(description: VideoDescription): Promise<Uint8Array> {
  const { width, height, seed, durationSeconds } = description;
  if (width % 2 !== 0 || height % 2 !== 0) {
    throw new RangeError(`a video needs even sides, not ${width}x${height}`);
  }
  const frameCount = Math.max(Math.round(durationSeconds * framesPerSecond), 1);
  const [base, wings] = await Promise.all([readBase(description), readWings(description)]);
  const animation = createAnimation(base, { frameCount, wings, bright: pickPalette(seed).night });
  animation.advance();
  const key = await encodeKeyFrame(toI420(animation.picture), { width, height });
  const blockCount = (base.stride * base.rows) / blockSide ** 2;
  const frames = Array.from({ length: frameCount - 1 }, (_, step) =>
    writeChangedFrame(animation.advance(), { index: step + 1, blockCount }),
  );
  return muxMp4({ width, height, framesPerSecond, key, frames });
}

async function readBase({ width, height, seed }: VideoDescription) {
  const { default: sharp } = await import('sharp');
  const svg = composeLandscape({ width, height, seed, watermark: false }, { without: 'birds' });
  return toYuvPicture(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer(), { width, height });
}

/** The poses of the bird as coverage, 0 to 255, one after the other from left to right. */
async function readWings(size: VideoDescription) {
  const { default: sharp } = await import('sharp');
  const { width, height } = wingSize(size);
  const coverage = await sharp(Buffer.from(drawWings(size)))
    .extractChannel(3)
    .raw()
    .toBuffer();
  return { width, height, poses: wingPoses, coverage };
}
