import { expect, test } from 'vitest';
import { probeImage } from '../../src/adapters/media/probe/probe-image.ts';
import { nodeSampleMedia } from '../../src/adapters/renderings/node-sample-media.ts';
import type { ImageDescription } from '../../src/gateway/ports/media/media.ts';
import { writeSceneNote } from '../../src/sample-media/scene/scene-note.ts';
import { pngFile } from '../support/png-file.ts';

const { renderImage, renderLayer } = nodeSampleMedia;

const description: ImageDescription = {
  width: 320,
  height: 200,
  format: 'png',
  seed: 4_294_967_295,
  watermark: false,
  background: 'opaque',
  scene: {
    things: ['lighthouse'],
    absent: ['tree'],
    hour: 'dawn',
    ground: 'snow',
    weather: 'fog',
    water: true,
  },
};

test.each(['png', 'jpeg'] as const)('a drawn %s describes its scene', async (format) => {
  expect(await probeImage(await renderImage({ ...description, format }))).toEqual({
    format,
    width: 320,
    height: 200,
    hasAlpha: false,
    truncated: false,
    drawn: { seed: 4_294_967_295, scene: description.scene },
  });
  const { scene: _scene, ...plain } = description;
  const drawn = await probeImage(await renderImage({ ...plain, format, seed: 7 }));
  expect(drawn?.drawn).toEqual({ seed: 7 });
});

test('other decoders read files with a note', async () => {
  const { default: sharp } = await import('sharp');
  for (const format of ['png', 'jpeg'] as const) {
    const read = sharp(await renderImage({ ...description, format }), { failOn: 'warning' });
    expect((await read.raw().toBuffer({ resolveWithObject: true })).info).toMatchObject({ width: 320 });
  }
});

test('layers and cut-outs carry none', async () => {
  const layer = await renderLayer({ ...description, layer: { index: 1 } });
  const cutOut = await renderImage({ ...description, background: 'transparent' });
  for (const one of [layer, cutOut]) expect(await probeImage(one)).not.toHaveProperty('drawn');
});

test.each<[string, object]>([
  ['a seed that is none', { seed: -1 }],
  ['a fraction', { seed: 0.5 }],
  ['text for a seed', { seed: '7' }],
  ['no seed', {}],
  ['a thing that nobody draws', { seed: 7, scene: { things: ['dragon'] } }],
  ['a name of every object', { seed: 7, scene: { things: ['constructor'] } }],
  ['things that are no list', { seed: 7, scene: { things: 'boat' } }],
  ['an hour that is none', { seed: 7, scene: { hour: 'angry' } }],
  ['a ground that is none', { seed: 7, scene: { ground: 7 } }],
  ['weather that is a name of every object', { seed: 7, scene: { weather: 'constructor' } }],
  ['water that is none', { seed: 7, scene: { water: 1 } }],
  ['a note that is too long', { seed: 7, scene: { things: [], filler: 'x'.repeat(3000) } }],
])('a note with %s is ignored', async (_what, note) => {
  const forged = writeSceneNote(pngFile({ width: 64, height: 64 }), {
    ...description,
    ...(note as Partial<ImageDescription>),
    ...('seed' in note ? {} : { seed: Number.NaN }),
  });
  const image = await probeImage(forged);
  expect(image).toMatchObject({ width: 64, height: 64, truncated: false });
  expect(image).not.toHaveProperty('drawn');
});
