import type { PictureCopy, VideoDescription } from '../../gateway/ports/media.ts';
import { composeLandscape } from './compose-picture.ts';
import { createAnimation, type Sprite } from './create-animation.ts';
import { drawWings, type WingSize, wingPoses, wingSize } from './draw-wings.ts';
import { encodeKeyFrame } from './encode-key-frame.ts';
import { renderZoom } from './motion/render-zoom.ts';
import { muxMp4 } from './mux-mp4.ts';
import { pickPalette } from './pick-palette.ts';
import { writeChangedFrame } from './write-changed-frame.ts';
import { blockSide, toI420, toYuvPicture } from './yuv-picture.ts';

const framesPerSecond = 24;

/**
 * Renders a seeded landscape with birds that cross it and a bar that shows the progress: H.264 in a fast-start MP4, exact in size and to
 * the frame. Only the first frame is encoded; the others state what changed. Sides must be even.
 */
export async function renderVideo(description: VideoDescription, picture?: PictureCopy): Promise<Uint8Array> {
  const { width, height, seed, scene, durationSeconds } = description;
  if (width % 2 !== 0 || height % 2 !== 0) {
    throw new RangeError(`a video needs even sides, not ${width}x${height}`);
  }
  const frameCount = Math.max(Math.round(durationSeconds * framesPerSecond), 1);
  if (picture !== undefined) {
    const zoom = await renderZoom(description, { picture: Buffer.from(picture, 'base64'), frameCount });
    return muxMp4({ width, height, framesPerSecond, ...zoom });
  }
  const [base, birds] = await Promise.all([readBase(description), readBirds(description)]);
  const animation = createAnimation(base, {
    frameCount,
    birds,
    bright: pickPalette(seed, scene).hour === 'night',
  });
  animation.advance();
  const key = await encodeKeyFrame(toI420(animation.picture), { width, height });
  const blockCount = (base.stride * base.rows) / blockSide ** 2;
  const frames = Array.from({ length: frameCount - 1 }, (_, step) =>
    writeChangedFrame(animation.advance(), { index: step + 1, blockCount }),
  );
  return muxMp4({ width, height, framesPerSecond, key, frames });
}

async function readBase(description: VideoDescription) {
  const { default: sharp } = await import('sharp');
  const { width, height } = description;
  const svg = composeLandscape({ ...description, watermark: false }, { without: 'birds' });
  return toYuvPicture(await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer(), { width, height });
}

/** A leading bird and two smaller ones behind it. */
function readBirds(picture: VideoDescription): Promise<readonly Sprite[]> {
  const { width } = wingSize(picture);
  const small = 2 * Math.round(width * 0.3);
  const follower = { width: small, height: 2 * Math.round(small / 3) };
  return Promise.all([wingSize(picture), follower, follower].map(readWings));
}

/** The poses of a bird as coverage, 0 to 255, one after the other from left to right. */
async function readWings({ width, height }: WingSize): Promise<Sprite> {
  const { default: sharp } = await import('sharp');
  const coverage = await sharp(Buffer.from(drawWings({ width, height })))
    .extractChannel(3)
    .raw()
    .toBuffer();
  return { width, height, poses: wingPoses, coverage };
}
