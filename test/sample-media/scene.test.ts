import { describe, expect, test } from 'vitest';
import type { ImageDescription, SceneThing, SceneWish } from '../../src/gateway/ports/media/media.ts';
import { composeLandscape, composeSubject } from '../../src/sample-media/draw/compose-picture.ts';
import { planLayers } from '../../src/sample-media/scene/plan-layers.ts';
import { type PlacedSubject, planScene } from '../../src/sample-media/scene/plan-scene.ts';

const seeds = Array.from({ length: 60 }, (_, seed) => seed);
const shapes = [
  [1024, 1024],
  [1568, 672],
  [720, 1440],
] as const;

describe.each(shapes)('on %i x %i', (width, height) => {
  test.each<SceneThing>(['lighthouse', 'windmill', 'boat', 'kite', 'rocks'])(
    'a requested %s is always there, and larger than by chance',
    (thing) => {
      for (const seed of seeds) {
        const size = { width, height, seed };
        const wished = find(planScene(size, { subjects: 'some', wish: { things: [thing] } }).subjects, thing);
        const ordinary = find(planScene(size, { subjects: 16 }).subjects, thing);
        expect(wished?.width).toBeCloseTo((ordinary?.width ?? 0) * 1.5, 5);
      }
    },
  );

  test('an excluded subject is never there', () => {
    for (const seed of seeds) {
      const { subjects } = planScene(
        { width, height, seed },
        { subjects: 'some', wish: { absent: ['sun'] } },
      );
      expect(find(subjects, 'sun')).toBeUndefined();
    }
  });

  test('without water there is no lake, and no boat by chance', () => {
    for (const seed of seeds) {
      const dry = planScene({ width, height, seed }, { subjects: 'some', wish: { water: false } });
      expect([dry.lake, find(dry.subjects, 'boat')]).toEqual([false, undefined]);
    }
  });

  test('no optional subject stands on another, except for mountains in the distance', () => {
    for (const seed of seeds) {
      const { subjects } = planScene({ width, height, seed }, { subjects: 'some' });
      const near = subjects.filter(({ kind }) => kind !== 'mountain');
      for (const [index, one] of near.entries())
        for (const other of near.slice(index + 1)) expect(overlap(one, other)).toBe(false);
    }
  });
});

test('the windmill of a decomposition does not stand on the boat', () => {
  for (const seed of seeds) {
    const { subjects } = planScene({ width: 1024, height: 1024, seed }, { subjects: 16 });
    const [mill, boat] = [find(subjects, 'windmill'), find(subjects, 'boat')];
    expect(mill && boat && overlap(mill, boat)).toBe(false);
  }
});

test.each<Pick<SceneWish, 'hour' | 'ground'>>([
  { hour: 'dawn' },
  { hour: 'night' },
  { ground: 'snow' },
  { hour: 'day', ground: 'autumn' },
  { hour: 'night', ground: 'desert' },
])('a scene of %o has its colours, whatever the seed', (wish) => {
  for (const seed of seeds) {
    const { palette } = planScene({ width: 640, height: 400, seed }, { subjects: 'some', wish });
    expect(palette).toMatchObject(wish);
    expect(palette.hour).toBe(wish.hour ?? 'day');
    expect(palette.ground).toBe(wish.ground ?? 'green');
  }
});

test('requested water is there', () => {
  for (const seed of seeds)
    expect(
      planScene({ width: 640, height: 400, seed }, { subjects: 'some', wish: { water: true } }).lake,
    ).toBe(true);
});

const plain: ImageDescription = {
  width: 1024,
  height: 1024,
  format: 'png',
  seed: 4,
  watermark: false,
  background: 'opaque',
};

test('a transparent image shows the requested subject', () => {
  const solo = (thing: SceneThing) => composeSubject({ ...plain, scene: { things: [thing] } });
  expect(solo('lighthouse')).not.toBe(solo('windmill'));
});

test('captions differ by their text, and small pictures have none', () => {
  const captioned = (caption: string) => composeLandscape({ ...plain, caption });
  expect(captioned('sx-5-0-pro #1 A boat')).not.toBe(captioned('sx-5-0-pro #2 A boat'));
  expect(captioned('sx-5-0-pro #1 A boat')).not.toBe(composeLandscape(plain));
  const small = { ...plain, width: 64, height: 64 };
  expect(composeLandscape({ ...small, caption: 'sx-5-0-pro #1' })).toBe(composeLandscape(small));
});

test('a caption ends where it does not fit, and drops characters without a glyph', () => {
  const captioned = (caption: string) => composeLandscape({ ...plain, caption });
  expect(captioned(`qx #1 ${'boat '.repeat(80)}`)).toBe(captioned(`qx #1 ${'boat '.repeat(300)}`));
  expect(captioned('qx #1 雪山')).toBe(captioned('qx #1'));
  expect(captioned('qx #1 Crème brûlée')).toBe(captioned('qx #1 Creme brulee'));
});

test('the layers of a decomposition keep their number and names', () => {
  const names = planLayers({ width: 800, height: 800, seed: 3 }, { count: 16 }).map(({ name }) => name);
  expect(new Set(names).size).toBe(16);
});

function find(subjects: readonly PlacedSubject[], kind: SceneThing): PlacedSubject | undefined {
  return subjects.find((subject) => subject.kind === kind);
}

function overlap(one: PlacedSubject, other: PlacedSubject): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0;
}
