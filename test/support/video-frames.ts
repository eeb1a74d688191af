import { execFileSync, spawnSync } from 'node:child_process';
import sharp from 'sharp';

/** Whether clips can be decoded on this machine. */
export const hasDecoder = spawnSync('ffmpeg', ['-version']).status === 0;

/** A picture in RGB, row by row. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
}

/** Part of a picture; all are shares of 1. */
export interface Part {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Decodes some frames of a clip, counted from 0; any decoder warning fails the call. */
export async function framesOf(clip: Uint8Array, numbers: readonly number[]): Promise<readonly Frame[]> {
  const wanted = numbers.map((number) => `eq(n,${number})`).join('+');
  const filter = `select='${wanted}'`;
  const args = ['-v', 'error', '-i', 'pipe:0', '-vf', filter, '-fps_mode', 'passthrough'];
  const output = ['-f', 'image2pipe', '-c:v', 'ppm', 'pipe:1'];
  const ppm = execFileSync('ffmpeg', [...args, ...output], {
    input: clip,
    stdio: ['pipe', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
  const frames = splitPpm(ppm);
  if (frames.length !== numbers.length)
    throw new Error(`${frames.length} frames instead of ${numbers.length}`);
  return frames;
}

function splitPpm(file: Buffer): readonly Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < file.length; ) {
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', at, at + 40));
    if (!head) throw new Error('ffmpeg wrote no PPM');
    const [width, height] = [Number(head[1]), Number(head[2])];
    const start = at + head[0].length;
    at = start + width * height * 3;
    frames.push({ width, height, rgb: file.subarray(start, at) });
  }
  return frames;
}

/** The part of a picture that is most like a frame, scaled to its size: as much as fits its ratio. */
export async function cropLike(file: Uint8Array, frame: Frame): Promise<Frame> {
  const { width, height } = frame;
  const whole = sharp(file).resize(width, height, { fit: 'outside' }).removeAlpha();
  const { data, info } = await whole.png().toBuffer({ resolveWithObject: true });
  const [across, down] = [info.width - width, info.height - height];
  let best: { readonly crop: Frame; readonly difference: number } | undefined;
  for (let step = 0; step <= STEPS; step += 1) {
    const [left, top] = [across, down].map((room) => Math.round((room * step) / STEPS));
    const part = { left: left ?? 0, top: top ?? 0, width, height };
    const crop = { width, height, rgb: await sharp(data).extract(part).raw().toBuffer() };
    const difference = meanDifference(crop, frame);
    if (!best || difference < best.difference) best = { crop, difference };
    if (across + down === 0) break;
  }
  if (!best) throw new Error('there is at least one part');
  return best.crop;
}

const STEPS = 128;

/** The mean colour of a part of a picture: red, green and blue, 0 to 255. */
export function meanColour({ width, height, rgb }: Frame, part: Part): readonly [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0];
  const [left, top] = [Math.round(part.left * width), Math.round(part.top * height)];
  const [right, bottom] = [
    Math.round((part.left + part.width) * width),
    Math.round((part.top + part.height) * height),
  ];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = (y * width + x) * 3;
      sums[0] += rgb[at] ?? 0;
      sums[1] += rgb[at + 1] ?? 0;
      sums[2] += rgb[at + 2] ?? 0;
    }
  }
  const count = (right - left) * (bottom - top);
  return [sums[0] / count, sums[1] / count, sums[2] / count];
}

/** The mean absolute difference of two pictures of one size, 0 to 255. */
export function meanDifference(one: Frame, other: Frame): number {
  let sum = 0;
  for (let at = 0; at < one.rgb.length; at += 1) sum += Math.abs((one.rgb[at] ?? 0) - (other.rgb[at] ?? 0));
  return sum / one.rgb.length;
}

/** The share of the pixels that differ visibly. */
export function changedShare(one: Frame, other: Frame): number {
  let changed = 0;
  for (let at = 0; at < one.rgb.length; at += 3) {
    const [red, green, blue] = [0, 1, 2].map((index) =>
      Math.abs((one.rgb[at + index] ?? 0) - (other.rgb[at + index] ?? 0)),
    );
    if (Math.max(red ?? 0, green ?? 0, blue ?? 0) > 24) changed += 1;
  }
  return changed / (one.rgb.length / 3);
}
