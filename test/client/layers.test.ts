import { expect, test } from 'vitest';
import { drawLayers, planLayers } from '../../src/client/index.ts';

const file = (name: string) => `https://files.example/${name}.png`;
const decomposed = {
  url: [file('base'), file('sail'), file('hull')],
  sizes: ['1000x500', '100x200', '300x50'],
  output_formats: ['jpeg', 'png', 'png'],
  layer_decomposition: true as const,
  layers: [
    { z_index: 0, size: '1000x500', output_format: 'jpeg' },
    {
      z_index: 2,
      size: '100x200',
      output_format: 'png',
      name: 'sail',
      description: 'A white sail',
      bounding_box: { absolute: [450, 50, 550, 250], normalized: [450, 100, 550, 500] },
    },
    {
      z_index: 1,
      size: '300x50',
      output_format: 'png',
      name: 'hull',
      description: 'A red hull',
      bounding_box: { absolute: [350, 250, 650, 300], normalized: [350, 500, 650, 600] },
    },
  ],
};

test('layers are planned from bottom to top, each in its place', () => {
  expect(planLayers(decomposed)).toEqual({
    width: 1000,
    height: 500,
    layers: [
      { url: file('base'), name: undefined, description: undefined, x: 0, y: 0, width: 1000, height: 500 },
      { url: file('hull'), name: 'hull', description: 'A red hull', x: 350, y: 250, width: 300, height: 50 },
      {
        url: file('sail'),
        name: 'sail',
        description: 'A white sail',
        x: 450,
        y: 50,
        width: 100,
        height: 200,
      },
    ],
  });
});

test('a box without pixels is placed by its normalized one', () => {
  const layers = decomposed.layers.map(({ bounding_box: box, ...layer }) =>
    box ? { ...layer, bounding_box: { normalized: box.normalized } } : layer,
  ) as unknown as typeof decomposed.layers; // as an implementation with the normalized box alone answers
  expect(planLayers({ ...decomposed, layers })).toEqual(planLayers(decomposed));
});

test('a base image without a size of its own has the first of the image', () => {
  const [{ size: _, ...base }, ...others] = decomposed.layers as [(typeof decomposed.layers)[0]];
  const layers = [base, ...others] as typeof decomposed.layers;
  expect(planLayers({ ...decomposed, layers })).toEqual(planLayers(decomposed));
});

test('an address alone may stand for a list', () => {
  const [base] = decomposed.layers;
  const alone = { ...decomposed, layers: base ? [base] : [], url: file('base') as never };
  expect(planLayers(alone).layers.map(({ url }) => url)).toEqual([file('base')]);
});

test.each<[object, string]>([
  [{ url: [file('base')] }, 'The image has 3 layers, but 1 addresses.'],
  [{ layers: null as never }, 'submit it with layer_decomposition'],
  [{ layers: [] }, 'submit it with layer_decomposition'],
  ...['', '5x0', '0x5', '5'].map(
    (size) =>
      [
        { layers: [{ ...decomposed.layers[0], size }] },
        `The size of the base image is not <width>x<height>: ${size}`,
      ] satisfies [object, string],
  ),
])('an answer that does not fit together is reported: %j', (changed, message) => {
  expect(() => planLayers({ ...decomposed, ...changed })).toThrow(message);
});

test('an image without layers is reported as such', () => {
  expect(() => planLayers({ url: [file('base')], sizes: ['1x1'] })).toThrow(
    'submit it with layer_decomposition',
  );
});

test('layers are drawn in order, whichever is loaded first', async () => {
  const drawn: unknown[] = [];
  const context = { drawImage: (...picture: readonly unknown[]) => void drawn.push(picture) };
  const load = (url: string) =>
    new Promise<string>((resolve) => setTimeout(() => resolve(url), url === file('base') ? 5 : 0));
  await drawLayers(context, planLayers(decomposed), load);
  expect(drawn).toEqual([
    [file('base'), 0, 0, 1000, 500],
    [file('hull'), 350, 250, 300, 50],
    [file('sail'), 450, 50, 100, 200],
  ]);
});
