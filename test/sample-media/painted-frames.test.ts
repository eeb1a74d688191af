import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { sharpTools } from '../../src/adapters/renderings/sharp-tools.ts';
import { createRandom } from '../../src/sample-media/scene/create-random.ts';
import { encodeKeyFrame } from '../../src/sample-media/video/encode-key-frame.ts';
import { muxMp4 } from '../../src/sample-media/video/mux-mp4.ts';
import { createFrameWriter, type PaintedBlock } from '../../src/sample-media/video/write-painted-frame.ts';
import { hasDecoder } from '../support/video-frames.ts';

const [width, height, columns, rows] = [128, 96, 8, 6];

/** Blocks of noise, of gradients and of edges: every code of the coefficients is used. */
function randomBlocks(frame: number): readonly PaintedBlock[] {
  const random = createRandom(frame, 9);
  const blocks: PaintedBlock[] = [];
  for (let address = 0; address < columns * rows; address += 1) {
    if (random.chance(0.5)) continue;
    const kind = random.index(4);
    const samples = Uint8Array.from({ length: 384 }, (_, at) => {
      if (kind === 0) return random.index(256);
      if (kind === 1) return (at % 16) * 10 + frame;
      return kind === 2 ? (at >> 4) * 7 + frame * 2 : ((at >> 2) & 1) * 200;
    });
    if (random.chance(0.1)) samples.fill(128, 256);
    blocks.push({ address, samples });
  }
  return blocks;
}

test.skipIf(!hasDecoder)(
  'a decoder shows exactly what the encoder reconstructs, and that is close to what was painted',
  async () => {
    const grey = (length: number) => new Uint8Array(length).fill(128);
    const area = width * height;
    const picture = {
      width,
      height,
      stride: width,
      rows: height,
      y: grey(area),
      u: grey(area / 4),
      v: grey(area / 4),
    };
    const key = await encodeKeyFrame(grey((area * 3) / 2), { tools: sharpTools, width, height });
    const writer = createFrameWriter(picture);
    const frames: Uint8Array[] = [];
    const shown: Buffer[] = [];
    let farthest = 0;
    for (let frame = 1; frame < 60; frame += 1) {
      const blocks = randomBlocks(frame);
      frames.push(writer.write(blocks, frame));
      shown.push(Buffer.concat([picture.y, picture.u, picture.v]));
      for (const { address, samples } of blocks) {
        for (let at = 0; at < 256; at += 1) {
          const place =
            (Math.floor(address / columns) * 16 + (at >> 4)) * width + (address % columns) * 16 + (at & 15);
          farthest = Math.max(farthest, Math.abs((picture.y[place] ?? 0) - (samples[at] ?? 0)));
        }
      }
    }
    const clip = await muxMp4({ width, height, framesPerSecond: 24, key, frames });
    const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-fps_mode', 'passthrough', 'pipe:1'];
    const decoded = execFileSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', ...raw], {
      input: clip,
      stdio: ['pipe', 'pipe', 'inherit'],
      maxBuffer: 2 ** 26,
    });
    const size = (area * 3) / 2;
    expect(decoded.length).toBe(60 * size);
    for (const [index, frame] of shown.entries())
      expect(
        Buffer.compare(decoded.subarray((index + 1) * size, (index + 2) * size), frame),
        `frame ${index + 1}`,
      ).toBe(0);
    expect(farthest).toBeLessThanOrEqual(10);
  },
);
