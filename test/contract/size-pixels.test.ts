import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accepted, sizeOf, verdict } from './requests.ts';

const qxPixels: readonly [size: string, want: string][] = [
  ['512x512', 'valid'],
  ['511x512', 'size_side /size'],
  ['512x511', 'size_side /size'],
  ['513x513', 'valid'],
  ['2047x2047', 'valid'],
  ['2048x2048', 'valid'],
  ['2049x2048', 'size_side /size'],
  ['2048x2049', 'size_side /size'],
  ['512x2048', 'valid'],
  ['2048x512', 'valid'],
  ['512x2047', 'valid'],
  ['2049x512', 'size_side /size'],
  ['1500x1500', 'valid'],
  ['1024x1024', 'valid'],
];

it.each(qxPixels)('qx-image-3.0 and its pro model give %s: %s', (size, want) => {
  expect(verdict('qx-image-3.0', { size })).toBe(want);
  expect(verdict('qx-image-3.0-pro', { size })).toBe(want);
});

it.each(['256x2048', '2048x256', '64x512', '0x0', '1024x0'])(
  'qx-image-3.0 refuses the ratio or side of %s',
  (size) => {
    expect(verdict('qx-image-3.0', { size })).toMatch(/^size_\w+ \/size$/);
  },
);

it.each([
  ['qx-image-3.0', '256x2049', 'size_side /size, size_ratio /size'],
  ['qx-image-3.0', '3000x200', 'size_side /size, size_ratio /size'],
  ['sx-5-0-pro', '4096x100', 'size_ratio /size, size_area /size'],
])('%s names every limit that %s breaks', (model, size, want) => {
  expect(verdict(model, { size })).toBe(want);
});

const proPixels: readonly [name: string, size: string, want: string][] = [
  ['921600 pixels', '960x960', 'valid'],
  ['921600 pixels at 16:1', '3840x240', 'valid'],
  ['921600 pixels at 1:16', '240x3840', 'valid'],
  ['921599 pixels', '959x961', 'size_area /size'],
  ['921600 less one row', '960x959', 'size_area /size'],
  ['921600 plus one row', '960x961', 'valid'],
  ['4624220 pixels', '1634x2830', 'valid'],
  ['4624219 pixels', '1879x2461', 'valid'],
  ['4624222 pixels', '2038x2269', 'size_area /size'],
  ['a long side within the product', '8170x566', 'valid'],
  ['16:1', '3872x242', 'valid'],
  ['just above 16:1', '3873x242', 'size_ratio /size'],
  ['just below 16:1', '3871x242', 'valid'],
  ['1:16', '242x3872', 'valid'],
  ['just below 1:16', '242x3873', 'size_ratio /size'],
];

it.each(proPixels)('sx-5-0-pro accepts or refuses %s (%s): %s', (_name, size, want) => {
  expect(verdict('sx-5-0-pro', { size })).toBe(want);
});

it.each(['x', 'X', '×'])('sx-5-0-pro reads exact pixels separated by %s', (separator) => {
  expect(sizeOf('sx-5-0-pro', { size: `1312${separator}736` })).toBe('1312x736');
});

it('sx-5-0-pro limits only the area and the ratio', () => {
  const side = fc.integer({ min: 22, max: 9999 }); // below, 21x9 is a ratio
  fc.assert(
    fc.property(side, side, (width, height) => {
      const area = width * height;
      const fits = area >= 921600 && area <= 4624220 && width <= 16 * height && height <= 16 * width;
      expect(verdict('sx-5-0-pro', { size: `${width}x${height}` }) === 'valid').toBe(fits);
    }),
  );
});

it('qx-image-3.0 limits the sides', () => {
  const side = fc.integer({ min: 400, max: 2200 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const fits = Math.min(width, height) >= 512 && Math.max(width, height) <= 2048;
      expect(verdict('qx-image-3.0', { size: `${width}x${height}` }) === 'valid').toBe(fits);
    }),
  );
});

it('exact pixels stay as requested, whatever the resolution', () => {
  const tier = fc.constantFrom('1K', '1.5K', '2K', '1k', '2k');
  fc.assert(
    fc.property(fc.integer({ min: 960, max: 2150 }), tier, (side, resolution) => {
      const { size } = accepted('sx-5-0-pro', { size: `${side}x${side}`, resolution });
      expect(size).toEqual({ kind: 'fixed', tier: undefined, width: side, height: side });
    }),
  );
});

it.each(['qx-image-3.0', 'sx-5-0-lite', 'sx-5-0-pro'])(
  '%s resolves any size text without throwing',
  (model) => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9]{1,6}[x:X×][0-9]{1,6}$/));
    fc.assert(
      fc.property(text, (size) => {
        expect(verdict(model, { size })).toMatch(/^(valid|((size_\w+|auto_needs_reference) \/size(, )?)+)$/);
      }),
    );
  },
);
