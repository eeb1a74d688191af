import { execFileSync, spawnSync } from 'node:child_process';
import { BufferSource, Input, MP4 } from 'mediabunny';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { at, listAt, openWire, textAt, type Wire } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { inTurn, shells } from '../support/shells.ts';

const references = await startReferenceServer();
afterAll(() => references[Symbol.asyncDispose]());

const hasProbe = spawnSync('ffprobe', ['-version']).status === 0;

/** What the record states and what the files are, as `size format` of each image. */
async function imagesOf(wire: Wire, id: string) {
  const record = await wire.task(id);
  expect(at(record, 'status')).toBe('success');
  expect(listAt(record, 'result', 'images')).toHaveLength(1);
  const image = at(record, 'result', 'images', 0);
  const urls = listAt(image, 'url').map(String);
  const told = urls.map(
    (_url, index) => `${at(image, 'sizes', index)} ${at(image, 'output_formats', index)}`,
  );
  const files = await Promise.all(urls.map((url) => wire.download(url)));
  const metadata = await Promise.all(files.map((file) => sharp(file).metadata()));
  const made = metadata.map(({ width, height, format }) => `${width}x${height} ${format}`);
  return { told, made, files, metadata, urls };
}

test.each(
  inTurn([
    [{ model: 'qx-image-3.0' }, '1024x1024 png'],
    [{ model: 'qx-image-3.0', size: '16:9' }, '1280x720 png'],
    [{ model: 'qx-image-3.0', size: '16x9' }, '1280x720 png'],
    [{ model: 'qx-image-3.0-pro', size: '3:2', resolution: '2k' }, '2048x1360 png'],
    [{ model: 'qx-image-3.0', size: '513x2047', resolution: '1K' }, '513x2047 png'],
    [{ model: 'sx-5-0-lite' }, '2048x2048 jpeg'],
    [{ model: 'sx-5-0-lite', size: '2x1', output_format: 'png' }, '2880x1440 png'],
    [{ model: 'sx-5-0-pro' }, '1024x1024 jpeg'],
    [{ model: 'sx-5-0-pro', size: '1.5K' }, '1536x1536 jpeg'],
    [{ model: 'sx-5-0-pro', size: '21:9', resolution: '1.5k', output_format: 'png' }, '2352x1008 png'],
    [{ model: 'sx-5-0-pro', size: '1312×736', resolution: '2K' }, '1312x736 jpeg'],
    [{ model: 'sx-5-0-pro', size: '1313X737', response_format: 'png' }, '1313x737 png'],
    [{ model: 'sx-5-0-pro', response_format: 'b64_json' }, '1024x1024 jpeg'],
  ]),
)('%j makes one file of %s', async (fields, expected, shell) => {
  await using wire = await openWire(shell);
  const id = await wire.submit({ prompt: 'A paper boat', ...fields });
  await wire.advance(300);
  const { told, made } = await imagesOf(wire, id);
  expect(told).toEqual([expected]);
  expect(made).toEqual([expected]);
});

test.each(
  inTurn([
    [{ model: 'qx-image-3.0', n: 2, size: '512x512' }, 2],
    [{ model: 'qx-image-3.0', n: 7, size: '512x512' }, 6],
    [{ model: 'sx-5-0-lite', n: 3, size: '21:9' }, 3],
  ]),
)('%j makes %i different images', async (fields, count, shell) => {
  await using wire = await openWire(shell);
  const id = await wire.submit({ prompt: 'A paper boat', ...fields });
  await wire.advance(300);
  const { told, made, urls, files } = await imagesOf(wire, id);
  expect(made).toHaveLength(count);
  expect(made).toEqual(told);
  expect(new Set(urls).size).toBe(count);
  expect(new Set(files.map((file) => Buffer.from(file).toString('base64'))).size).toBe(count);
});

test.each(
  inTurn([
    ['sx-5-0-lite', { width: 900, height: 300 }, '3136x1344'],
    ['sx-5-0-lite', { width: 300, height: 400 }, '1728x2304'],
    ['sx-5-0-pro', { width: 1600, height: 900 }, '1312x736'],
    ['sx-5-0-pro', { width: 500, height: 1000 }, '720x1440'],
  ]),
)('%s follows the ratio of a reference of %j with size auto', async (model, sides, size, shell) => {
  await using wire = await openWire(shell);
  const image_urls = [references.image({ ...sides, format: 'png' })];
  const id = await wire.submit({ model, prompt: 'Same place at night', size: 'auto', image_urls });
  await wire.advance(300);
  expect(at(await wire.task(id), 'result', 'images', 0, 'sizes')).toEqual([size]);
});

test('a transparent background is transparent in the file', async () => {
  await using wire = await openWire(shells[0]);
  const image_urls = [references.image({ width: 640, height: 480, format: 'png', hasAlpha: true })];
  const fields = { background: 'transparent', output_format: 'png', image_urls };
  const id = await wire.submit({ model: 'sx-5-0-pro', prompt: 'Make the sail blue', ...fields });
  await wire.advance(300);
  const { files, metadata } = await imagesOf(wire, id);
  expect(metadata[0]?.hasAlpha).toBe(true);
  expect((await sharp(files[0]).stats()).isOpaque).toBe(false);
});

test('a watermark changes only the lower right corner', async () => {
  await using wire = await openWire(shells[1]);
  const body = { model: 'sx-5-0-pro', prompt: 'A paper boat', seed: 7, output_format: 'png' };
  const plain = await wire.submit(body);
  const marked = await wire.submit({ ...body, watermark: true });
  await wire.advance(300);
  const [{ files: without }, { files: with_ }] = [await imagesOf(wire, plain), await imagesOf(wire, marked)];
  const left = { left: 0, top: 0, width: 512, height: 1024 };
  const half = async (file: Uint8Array | undefined) => sharp(file).extract(left).raw().toBuffer();
  expect((await half(without[0])).equals(await half(with_[0]))).toBe(true);
  expect(Buffer.from(without[0] ?? []).equals(with_[0] ?? new Uint8Array())).toBe(false);
});

test.each(
  inTurn([
    [{ model: 'vxq3' }, 1280, 720, 5],
    [{ model: 'vxq3', duration: 3, resolution: '540p', aspect_ratio: '9:16' }, 540, 960, 3],
    [{ model: 'vxq3-mix', duration: 1, resolution: '1080p', aspect_ratio: '4:3' }, 1440, 1080, 1],
    [{ model: 'vxq3-mix', duration: 16, aspect_ratio: '1:1' }, 720, 720, 16],
  ]),
)('%j makes a clip of %i x %i pixels and %i s', async (fields, width, height, seconds, shell) => {
  await using wire = await openWire(shell);
  const image_urls = [references.image({ width: 640, height: 480, format: 'png' })];
  const id = await wire.submit({ prompt: 'It turns', image_urls, ...fields });
  await wire.advance(300);
  const video = at(await wire.task(id), 'result', 'videos', 0);
  expect(video).toMatchObject({
    sizes: [`${width}x${height}`],
    output_formats: ['mp4'],
    duration: seconds,
    expires_at: expect.any(Number),
  });
  const file = await wire.download(textAt(video, 'url', 0));
  using input = new Input({ source: new BufferSource(file), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  expect([await track?.getDisplayWidth(), await track?.getDisplayHeight()]).toEqual([width, height]);
  expect(await input.computeDuration()).toBe(seconds);
  if (hasProbe)
    expect(probe(file)).toMatchObject({
      width,
      height,
      duration: `${seconds}.000000`,
      nb_read_frames: `${24 * seconds}`,
    });
});

function probe(file: Uint8Array): unknown {
  const fields = 'stream=width,height,duration,nb_read_frames';
  // Counting reads the file to its end; a probe that stops early would break the pipe.
  const args = ['-v', 'error', '-count_frames', '-show_entries', fields, '-of', 'json', '-'];
  return JSON.parse(execFileSync('ffprobe', args, { input: file, encoding: 'utf8' })).streams[0];
}
