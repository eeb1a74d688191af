import { expect, it } from 'vitest';
import { sizeOf } from './requests.ts';
import { liteCells, proCells, qxCells } from './specification-sizes.ts';

const qxModels = ['qx-image-3.0', 'qx-image-3.0-pro'] as const;
const qxRows = qxModels.flatMap((model) => qxCells.map((cell) => ({ model, ...cell })));

/** `16:9` as `16x9`. */
const spelledWithX = (ratio: string) => ratio.replace(':', 'x');

/** Pixels of a reference image of exactly that ratio. */
const referenceOf = (ratio: string) =>
  ratio
    .split(':')
    .map((part) => Number(part) * 100)
    .join('x');

it('reads every cell of the specification tables', () => {
  expect(qxCells).toHaveLength(14);
  expect(liteCells).toHaveLength(30);
  expect(proCells).toHaveLength(30);
  expect(liteCells[29]).toEqual({ tier: '4K', ratio: '21:9', pixels: '6240x2656' });
});

it.each(qxRows)('$model makes $pixels of $ratio in $tier', ({ model, tier, ratio, pixels }) => {
  expect(sizeOf(model, { size: ratio, resolution: tier })).toBe(pixels);
});

it.each(qxRows)(
  '$model makes $pixels of $ratio spelled with x in lowercase $tier',
  ({ model, tier, ratio, pixels }) => {
    expect(sizeOf(model, { size: spelledWithX(ratio), resolution: tier.toLowerCase() })).toBe(pixels);
  },
);

it.each(liteCells)('sx-5-0-lite makes $pixels of $ratio in $tier', ({ tier, ratio, pixels }) => {
  expect(sizeOf('sx-5-0-lite', { size: ratio, resolution: tier })).toBe(pixels);
});

it.each(liteCells)(
  'sx-5-0-lite makes $pixels of $ratio spelled with x in $tier',
  ({ tier, ratio, pixels }) => {
    expect(sizeOf('sx-5-0-lite', { size: spelledWithX(ratio), resolution: tier })).toBe(pixels);
  },
);

it.each(liteCells)(
  'sx-5-0-lite follows a $ratio reference to $pixels in $tier',
  ({ tier, ratio, pixels }) => {
    const fields = { size: 'auto', resolution: tier, image_urls: ['https://images.example.com/1.png'] };
    expect(sizeOf('sx-5-0-lite', fields, referenceOf(ratio))).toBe(pixels);
  },
);

it.each(proCells)('sx-5-0-pro makes $pixels of $ratio in $tier', ({ tier, ratio, pixels }) => {
  expect(sizeOf('sx-5-0-pro', { size: ratio, resolution: tier })).toBe(pixels);
});

it.each(proCells)(
  'sx-5-0-pro makes $pixels of $ratio spelled with x in lowercase $tier',
  ({ tier, ratio, pixels }) => {
    expect(sizeOf('sx-5-0-pro', { size: spelledWithX(ratio), resolution: tier.toLowerCase() })).toBe(pixels);
  },
);

it.each(proCells)(
  'sx-5-0-pro follows a $ratio reference to $pixels when size is $tier',
  ({ tier, ratio, pixels }) => {
    const fields = { size: tier, image_urls: ['https://images.example.com/1.png'] };
    expect(sizeOf('sx-5-0-pro', fields, referenceOf(ratio))).toBe(pixels);
  },
);
