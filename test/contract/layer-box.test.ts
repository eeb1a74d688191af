import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Edges,
  normalizeEdges,
  placeAbsolute,
  placeNormalized,
  stackingOrder,
} from '../../src/contract/sizes/layer-box.ts';

it('places an absolute box: x=left, y=top, w=right-left, h=bottom-top', () => {
  expect(placeAbsolute([120, 80, 920, 680])).toEqual({ x: 120, y: 80, width: 800, height: 600 });
  expect(placeAbsolute([0, 0, 1, 1])).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});

const normalized: readonly [edges: Edges, canvas: readonly [number, number], want: readonly number[]][] = [
  [
    [0, 0, 1000, 1000],
    [2048, 1024],
    [0, 0, 2048, 1024],
  ],
  [
    [250, 500, 750, 1000],
    [2000, 1000],
    [500, 500, 1000, 500],
  ],
  [
    [100, 200, 400, 300],
    [1312, 736],
    [131.2, 147.2, 393.6, 73.6],
  ],
];

it.each(normalized)('places %j on a canvas of %j at %j', (edges, [width, height], want) => {
  const { x, y, width: across, height: down } = placeNormalized(edges, { width, height });
  const placed = [x, y, across, down];
  placed.forEach((value, index) => {
    expect(value).toBeCloseTo(want[index] ?? Number.NaN, 9);
  });
});

it('normalizes the whole canvas and its middle', () => {
  const canvas = { width: 2048, height: 1152 };
  expect(normalizeEdges([0, 0, 2048, 1152], canvas)).toEqual([0, 0, 1000, 1000]);
  expect(normalizeEdges([512, 288, 1536, 864], canvas)).toEqual([250, 250, 750, 750]);
});

it('comes back within half a step of where it was', () => {
  const canvas = fc.integer({ min: 64, max: 6000 });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(canvas, canvas, share, share, share, share, (width, height, a, b, c, d) => {
      const across = [Math.round(a * width), Math.round(c * width)].sort((x, y) => x - y);
      const down = [Math.round(b * height), Math.round(d * height)].sort((x, y) => x - y);
      const [left = 0, right = 0] = across;
      const [top = 0, bottom = 0] = down;
      const steps = normalizeEdges([left, top, right, bottom], { width, height });
      const placed = placeNormalized(steps, { width, height });
      expect(steps.every((step) => Number.isInteger(step) && step >= 0 && step <= 1000)).toBe(true);
      expect(Math.abs(placed.x - left)).toBeLessThanOrEqual(width / 2000 + 1e-6);
      expect(Math.abs(placed.y - top)).toBeLessThanOrEqual(height / 2000 + 1e-6);
      expect(Math.abs(placed.x + placed.width - right)).toBeLessThanOrEqual(width / 2000 + 1e-6);
      expect(Math.abs(placed.y + placed.height - bottom)).toBeLessThanOrEqual(height / 2000 + 1e-6);
    }),
  );
});

it('stacks by ascending z_index and leaves the list alone', () => {
  const layers = [{ z_index: 3 }, { z_index: 0 }, { z_index: 16 }, { z_index: 1 }] as const;
  expect(stackingOrder(layers).map((layer) => layer.z_index)).toEqual([0, 1, 3, 16]);
  expect(layers.map((layer) => layer.z_index)).toEqual([3, 0, 16, 1]);
});
