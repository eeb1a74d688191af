import { expect, test } from 'vitest';
import { chooseView } from '../../src/sample-media/motion/choose-view.ts';
import { sailingWay } from '../../src/sample-media/motion/moves.ts';
import { planMovingScene } from '../../src/sample-media/motion/scene-layers.ts';
import { viewsOf } from '../../src/sample-media/motion/view.ts';
import { planScene } from '../../src/sample-media/scene/plan-scene.ts';

const clip = { width: 1280, height: 720 };
const seeds = Array.from({ length: 60 }, (_, seed) => seed);

function extended(seed: number, things: readonly ('boat' | 'lighthouse' | 'windmill')[], still = clip) {
  const { stage, views } = viewsOf(clip, still);
  const size = { width: stage.pixelWidth, height: stage.pixelHeight, seed };
  const plan = planScene(size, { subjects: 'some', wish: { things: ['boat'] } });
  return { plan, ...chooseView(plan, { views, size, shown: ['boat'], named: things }) };
}

test.each([
  ['16:9', clip],
  ['1:1', { width: 1024, height: 1024 }],
  ['9:16', { width: 1080, height: 1920 }],
] as const)(
  'a boat never sails behind a windmill, a lighthouse or a house, nor out of the view of a %s picture',
  (_ratio, still) => {
    for (const seed of seeds) {
      const { subjects, view } = extended(seed, ['lighthouse', 'windmill'], still);
      const boat = subjects.find(({ kind }) => kind === 'boat');
      if (!boat) throw new Error('the boat was requested');
      const way = sailingWay(boat, { plan: { subjects }, view, seconds: 16 });
      const x = boat.x + way;
      if (way !== 0) {
        expect(x).toBeGreaterThanOrEqual(view.x);
        expect(x + boat.width).toBeLessThanOrEqual(view.x + view.width);
      }
      for (const other of subjects) {
        if (!['windmill', 'lighthouse', 'house'].includes(other.kind)) continue;
        const isClear =
          Math.max(boat.x, x) + boat.width <= other.x || Math.min(boat.x, x) >= other.x + other.width;
        const isApart = other.y >= boat.y + boat.height;
        const stoodThere = way === 0;
        expect(isClear || isApart || stoodThere, `seed ${seed}: ${other.kind}`).toBe(true);
      }
    }
  },
);

test('a lighthouse that a prompt adds appears at some distance, and the boat sails towards it', () => {
  let sailed = 0;
  for (const seed of seeds) {
    const { plan, subjects, entering, view } = extended(seed, ['boat', 'lighthouse']);
    const wasThere = plan.subjects.some(({ kind }) => kind === 'lighthouse');
    expect([...entering].map(({ kind }) => kind)).toEqual(wasThere ? [] : ['lighthouse']);
    const [boat, lighthouse] = ['boat', 'lighthouse'].map((name) =>
      subjects.find(({ kind }) => kind === name),
    );
    if (!boat || !lighthouse) throw new Error('both were named');
    const way = sailingWay(boat, { plan: { subjects }, view, seconds: 5 });
    if (Math.abs(way) > 0.1 * view.width && Math.sign(way) === Math.sign(lighthouse.x - boat.x)) sailed += 1;
  }
  expect(sailed).toBeGreaterThan(40);
});

test.each([
  [1280, 720],
  [1024, 1024],
  [720, 1280],
])('a boat and a lighthouse in a %i x %i picture leave room for the boat to sail', (width, height) => {
  for (const seed of seeds) {
    const size = { width, height, seed };
    const plan = planScene(size, { subjects: 'some', wish: { things: ['boat', 'lighthouse'] } });
    const [boat, lighthouse] = ['boat', 'lighthouse'].map((name) =>
      plan.subjects.find(({ kind }) => kind === name),
    );
    const [view] = viewsOf(size).views;
    if (!boat || !lighthouse || !view) throw new Error('both were named');
    const way = sailingWay(boat, { plan, view, seconds: 5 });
    expect(Math.abs(way), `seed ${seed}`).toBeGreaterThan(0.1 * view.width);
    expect(Math.sign(way), `seed ${seed}`).toBe(Math.sign(lighthouse.x - boat.x));
  }
});

test('a sun that is added is clear of the caption and of a mountain', () => {
  const tall = { width: 720, height: 1280 };
  for (const seed of seeds) {
    const { views } = viewsOf(clip, tall);
    const size = { ...tall, seed };
    const plan = planScene(size, { subjects: 'some', wish: { things: ['mountain', 'sun'] } });
    const { subjects, entering, view } = chooseView(plan, {
      views,
      size,
      shown: ['mountain', 'sun'],
      named: ['sun', 'mountain'],
    });
    const mountain = subjects.find(({ kind }) => kind === 'mountain');
    const sun = [...entering].find(({ kind }) => kind === 'sun');
    if (!sun || !mountain) continue;
    expect(sun.y - view.y, `seed ${seed}`).toBeGreaterThan(0.1 * view.height);
    const isBeside = sun.x + sun.width <= mountain.x || sun.x >= mountain.x + mountain.width;
    expect(isBeside || sun.y + sun.height <= mountain.y, `seed ${seed}`).toBe(true);
  }
});

test('what was in the picture stays where it was, in the same order', () => {
  for (const seed of seeds) {
    const { plan, subjects, entering } = extended(seed, ['lighthouse', 'windmill']);
    expect(subjects.filter((subject) => !entering.has(subject))).toEqual(plan.subjects);
  }
});

test('a boat adds water where a picture has none', () => {
  const wish = { things: ['house'], absent: ['boat'], water: false } as const;
  const plan = (added: readonly ('boat' | 'balloon')[]) =>
    planMovingScene({ ...clip, seed: 2, durationSeconds: 5, scene: wish, added });
  const [dry, wet] = [plan(['balloon']), plan(['boat'])];
  expect(wet.backdrop).not.toContain('url(#lake)');
  expect(dry.layers.some(({ drawings }) => drawings[0]?.includes('url(#lake)'))).toBe(false);
  const lake = wet.layers.find(({ drawings }) => drawings[0]?.includes('url(#lake)'));
  expect([lake?.at(0).opacity, lake?.at(3).opacity]).toEqual([0, 1]);
});

test('every layer begins where a picture shows it, and added things are not there yet', () => {
  for (const weather of [undefined, 'rain', 'snow'] as const) {
    const scene = { things: ['boat', 'windmill'], ...(weather ? { weather } : {}) } as const;
    const { layers } = planMovingScene({
      ...clip,
      seed: 3,
      durationSeconds: 5,
      scene,
      added: ['lighthouse', 'kite'],
    });
    const starts = layers.map(({ at }) => at(0));
    for (const { x, y, picture = 0 } of starts) {
      expect([Math.abs(x) < 1e-9, Math.abs(y) < 1e-9]).toEqual([true, true]);
      expect(picture === 0 || picture === 3 || picture === 6).toBe(true); // birds of a flock beat out of step
    }
    expect(starts.filter(({ opacity }) => opacity === 0)).toHaveLength(2);
    if (weather === 'rain') continue;
    expect(layers.map(({ at }) => at(5)).filter(({ opacity }) => opacity === 0)).toHaveLength(0);
  }
});
