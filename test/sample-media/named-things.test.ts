import { describe, expect, test } from 'vitest';
import type { SceneThing } from '../../src/gateway/ports/media/media.ts';
import { type PlacedSubject, planScene } from '../../src/sample-media/scene/plan-scene.ts';

const things: readonly SceneThing[] = [
  'sun',
  'cloud',
  'boat',
  'house',
  'tree',
  'birds',
  'balloon',
  'windmill',
  'pine',
  'lighthouse',
  'wisp',
  'kite',
  'bush',
  'flowers',
  'rocks',
];
const seeds = Array.from({ length: 10 }, (_, index) => (index + 1) * 7919);

/** The share of the smaller of two boxes that they have in common. */
function shared(one: PlacedSubject, other: PlacedSubject): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return (
    (Math.max(across, 0) * Math.max(down, 0)) / Math.min(one.width * one.height, other.width * other.height)
  );
}

function named(
  size: { readonly width: number; readonly height: number; readonly seed: number },
  kinds: readonly SceneThing[],
) {
  const { subjects, stage, horizon } = planScene(size, { subjects: 'some', wish: { things: kinds } });
  return { stage, horizon, found: subjects.filter(({ kind }) => kinds.includes(kind)) };
}

describe.each([
  [1280, 720],
  [1024, 1024],
  [720, 1280],
  [512, 2048],
  [2048, 512],
  [3136, 1344],
])('on %i x %i', (width, height) => {
  test('of two things that a prompt names neither hides the other', () => {
    for (const one of things)
      for (const other of things) {
        if (one === other) continue;
        for (const seed of seeds) {
          const { found } = named({ width, height, seed }, [one, other]);
          const [first, second] = found;
          if (!first || !second) throw new Error(`${one} and ${other} were requested`);
          expect(shared(first, second), `${one}, ${other}, seed ${seed}`).toBe(0);
        }
      }
  });

  test('all known things fit in one picture, on land or in the sky', () => {
    for (const seed of seeds) {
      const { found, stage, horizon } = named({ width, height, seed }, [...things, 'mountain']);
      expect(found).toHaveLength(16);
      const near = found.filter(({ kind }) => kind !== 'mountain');
      for (const [index, one] of near.entries()) {
        for (const other of near.slice(index + 1))
          expect(shared(one, other), `${one.kind}, ${other.kind}, seed ${seed}`).toBeLessThan(0.05);
        expect(one.x).toBeGreaterThan(-0.001);
        expect(one.x + one.width).toBeLessThan(stage.width + 0.001);
        const foot = one.y + one.height;
        if (['boat', 'house', 'tree', 'pine', 'windmill', 'lighthouse'].includes(one.kind))
          expect(foot, one.kind).toBeGreaterThan(horizon);
        if (['sun', 'cloud', 'birds', 'wisp'].includes(one.kind))
          expect(foot, one.kind).toBeLessThan(horizon);
      }
    }
  });
});

test('a mountain that is named hides neither the sun nor a cloud', () => {
  for (const seed of seeds)
    for (const other of ['sun', 'cloud'] as const)
      for (const kinds of [
        ['mountain', other],
        [other, 'mountain'],
      ] as const) {
        const [first, second] = named({ width: 1024, height: 1024, seed }, kinds).found;
        expect(first && second && shared(first, second)).toBe(0);
      }
});
