import { execFileSync, spawnSync } from 'node:child_process';
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { expect, test } from 'vitest';
import { nodeSampleMedia } from '../../src/adapters/renderings/node-sample-media.ts';

const { renderClip } = nodeSampleMedia;

const hasProbe = spawnSync('ffprobe', ['-version']).status === 0;

const sizes = [
  [960, 540],
  [540, 960],
  [720, 540],
  [540, 720],
  [540, 540],
  [1280, 720],
  [720, 1280],
  [960, 720],
  [720, 960],
  [720, 720],
  [1920, 1080],
  [1080, 1920],
  [1440, 1080],
  [1080, 1440],
  [1080, 1080],
] as const;

test.each(sizes)('renders a playable file of exactly %i x %i', async (width, height) => {
  const bytes = await renderClip({ width, height, durationSeconds: 1, seed: width });
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  expect(await track?.getCodec()).toBe('avc');
  expect(await track?.getDisplayWidth()).toBe(width);
  expect(await track?.getDisplayHeight()).toBe(height);
  expect(await input.computeDuration()).toBe(1);
  if (hasProbe) {
    expect(probe(bytes)).toEqual({
      codec_name: 'h264',
      width,
      height,
      pix_fmt: 'yuv420p',
      color_space: 'bt709',
      avg_frame_rate: '24/1',
      duration: '1.000000',
      nb_read_frames: '24',
    });
  }
});

test.each([
  [1, 24],
  [5, 120],
  [16, 384],
])('lasts %i seconds, which are %i frames after one key frame', async (durationSeconds, count) => {
  const bytes = await renderClip({ width: 960, height: 540, durationSeconds, seed: 3 });
  using input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  expect(await input.computeDuration()).toBe(durationSeconds);
  expect((await track?.computePacketStats())?.packetCount).toBe(count);
  const types: string[] = [];
  if (track !== null) for await (const { type } of new EncodedPacketSink(track).packets()) types.push(type);
  expect(types).toEqual(['key', ...Array.from({ length: count - 1 }, () => 'delta')]);
});

test('puts the index before the media, for playback while loading', async () => {
  const bytes = Buffer.from(await renderClip({ width: 960, height: 540, durationSeconds: 1, seed: 3 }));
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
});

test('renders the same bytes for the same description and others for another seed', async () => {
  const description = { width: 540, height: 540, durationSeconds: 2, seed: 5 };
  const first = await renderClip(description);
  expect(Buffer.compare(first, await renderClip(description))).toBe(0);
  expect(Buffer.compare(first, await renderClip({ ...description, seed: 6 }))).not.toBe(0);
});

test('leaves unhandled rejections to the process', async () => {
  const before = process.listenerCount('unhandledRejection');
  await renderClip({ width: 64, height: 64, durationSeconds: 1, seed: 1 });
  expect(process.listenerCount('unhandledRejection')).toBe(before);
});

test('refuses odd sides', async () => {
  await expect(renderClip({ width: 541, height: 960, durationSeconds: 1, seed: 1 })).rejects.toThrow(
    'a video needs even sides, not 541x960',
  );
});

/** Decodes the whole file; any decoder warning fails the call. */
function probe(bytes: Uint8Array): unknown {
  const entries =
    'stream=codec_name,width,height,pix_fmt,color_space,avg_frame_rate,duration,nb_read_frames:stream_tags=:stream_disposition=';
  const args = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', '-'];
  const result = execFileSync('ffprobe', args, { input: bytes, stdio: ['pipe', 'pipe', 'inherit'] });
  return JSON.parse(result.toString()).streams[0];
}
