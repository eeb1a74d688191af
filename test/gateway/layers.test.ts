import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { at, listAt, openWire, textAt, type Wire } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const references = await startReferenceServer();
afterAll(() => references[Symbol.asyncDispose]());

/** The image item of a finished layer decomposition of a 640x480 picture. */
async function decompose(wire: Wire, fields: object): Promise<unknown> {
  const image_urls = [references.image({ width: 640, height: 480, format: 'png' })];
  const id = await wire.submit({ model: 'sx-5-0-pro', layer_decomposition: true, image_urls, ...fields });
  await wire.advance(300);
  return at(await wire.task(id), 'result', 'images', 0);
}

const numbersAt = (value: unknown, ...path: readonly (string | number)[]) =>
  listAt(value, ...path).map(Number);

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    [{ size: '1K', seed: 1 }, 'jpeg'],
    [{ size: '1K', output_format: 'png', seed: 13 }, 'png'],
    [{ size: '1.5K', response_format: 'png' }, 'png'],
    [{ size: '2K', output_format: 'jpeg', seed: 12 }, 'jpeg'],
    [{}, 'jpeg'],
  ])('%j gives a base in %s and at most sixteen transparent PNG layers', async (fields, format) => {
    await using wire = await openWire(shell);
    const image = await decompose(wire, fields);
    expect(at(image, 'layer_decomposition')).toBe(true);
    const layers = listAt(image, 'layers');
    expect(layers.length).toBeGreaterThanOrEqual(2);
    expect(layers.length).toBeLessThanOrEqual(17);
    for (const list of ['url', 'sizes', 'output_formats'])
      expect(listAt(image, list)).toHaveLength(layers.length);
    expect(layers.map((layer) => at(layer, 'output_format'))).toEqual([
      format,
      ...layers.slice(1).map(() => 'png'),
    ]);
    expect(layers.map((layer) => at(layer, 'output_format'))).toEqual(listAt(image, 'output_formats'));
    expect(layers.map((layer) => at(layer, 'size'))).toEqual(listAt(image, 'sizes'));
    const order = layers.map((layer) => Number(at(layer, 'z_index')));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(new Set(order).size).toBe(layers.length);
  });

  test('names and describes every layer but the base', async () => {
    await using wire = await openWire(shell);
    const [base, ...layers] = listAt(await decompose(wire, { size: '1K' }), 'layers');
    expect(Object.keys(base as object).sort()).toEqual(['output_format', 'size', 'z_index']);
    for (const layer of layers) {
      expect(textAt(layer, 'name')).not.toBe('');
      expect(textAt(layer, 'description')).not.toBe('');
    }
  });

  test('gives boxes inside the base, on both scales', async () => {
    await using wire = await openWire(shell);
    const image = await decompose(wire, { size: '2K', seed: 5 });
    const [width = 0, height = 0] = textAt(image, 'sizes', 0).split('x').map(Number);
    for (const layer of listAt(image, 'layers').slice(1)) {
      const absolute = numbersAt(layer, 'bounding_box', 'absolute');
      const normalized = numbersAt(layer, 'bounding_box', 'normalized');
      const [left = -1, top = -1, right = -1, bottom = -1] = absolute;
      expect(absolute.every(Number.isInteger)).toBe(true);
      expect(left >= 0 && top >= 0 && left < right && top < bottom).toBe(true);
      expect(right <= width && bottom <= height).toBe(true);
      expect(at(layer, 'size')).toBe(`${right - left}x${bottom - top}`);
      expect(normalized.every((value) => value >= 0 && value <= 1000)).toBe(true);
      const back = normalized.map((value, index) => (value / 1000) * (index % 2 === 0 ? width : height));
      for (const [index, edge] of absolute.entries()) {
        const step = (index % 2 === 0 ? width : height) / 1000;
        expect(Math.abs((back[index] ?? 0) - edge)).toBeLessThanOrEqual(step);
      }
    }
  });

  test('serves layers that can be stacked onto the base', async () => {
    await using wire = await openWire(shell);
    const image = await decompose(wire, { size: '1K', output_format: 'png', seed: 3 });
    const files = await Promise.all(listAt(image, 'url').map((url) => wire.download(String(url))));
    const [baseFile, ...layerFiles] = files;
    const base = await sharp(baseFile).metadata();
    expect(`${base.width}x${base.height}`).toBe(at(image, 'sizes', 0));
    const placed = await Promise.all(
      layerFiles.map(async (file, index) => {
        const metadata = await sharp(file).metadata();
        expect(metadata).toMatchObject({ format: 'png', hasAlpha: true });
        expect(`${metadata.width}x${metadata.height}`).toBe(at(image, 'sizes', index + 1));
        expect((await sharp(file).stats()).isOpaque).toBe(false);
        const box = numbersAt(image, 'layers', index + 1, 'bounding_box', 'absolute');
        return { input: Buffer.from(file), left: box[0] ?? 0, top: box[1] ?? 0 };
      }),
    );
    const whole = await sharp(baseFile).composite(placed).png().toBuffer({ resolveWithObject: true });
    expect(`${whole.info.width}x${whole.info.height}`).toBe(at(image, 'sizes', 0));
    expect(whole.data).not.toEqual(Buffer.from(baseFile ?? []));
  });

  test('the same seed gives the same layers, and other images have none', async () => {
    await using wire = await openWire(shell);
    const fields = { size: '1K', seed: 9 };
    const [first, second] = [await decompose(wire, fields), await decompose(wire, fields)];
    expect(at(second, 'layers')).toEqual(at(first, 'layers'));
    const id = await wire.submit({ model: 'sx-5-0-pro', prompt: 'A paper boat', layer_decomposition: false });
    await wire.advance(300);
    const image = at(await wire.task(id), 'result', 'images', 0);
    expect([at(image, 'layers'), at(image, 'layer_decomposition') ?? false]).toEqual([undefined, false]);
  });

  test.each([
    ['1K', '1152x864'],
    ['1.5K', '1792x1344'],
    ['2K', '2304x1728'],
  ])('size %s keeps the ratio of the input: %s', async (size, base) => {
    await using wire = await openWire(shell);
    expect(at(await decompose(wire, { size }), 'sizes', 0)).toBe(base);
  });
});
