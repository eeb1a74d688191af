import { beforeAll, describe, expect, test } from 'vitest';
import type { SceneThing } from '../../src/gateway/ports/media/media.ts';
import { chooseView } from '../../src/sample-media/motion/choose-view.ts';
import { planMovingScene } from '../../src/sample-media/motion/scene-layers.ts';
import { viewsOf } from '../../src/sample-media/motion/view.ts';
import { planScene } from '../../src/sample-media/scene/plan-scene.ts';

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const wide = { width: 1280, height: 720 };
const tall = { width: 720, height: 1280 };
const square = { width: 720, height: 720 };
const seeds = Array.from({ length: 100 }, (_, index) => (index + 1) * 7919);

function begin(seed: number, { still, clip, shown, named }: Case) {
  const { stage, views } = viewsOf(clip, still);
  const size = { ...still, seed };
  const plan = planScene(size, { subjects: 'some', wish: { things: shown } });
  return { plan, stage, ...chooseView(plan, { views, size, shown, named }) };
}

interface Case {
  readonly still: { readonly width: number; readonly height: number };
  readonly clip: { readonly width: number; readonly height: number };
  readonly shown: readonly SceneThing[];
  readonly named: readonly SceneThing[];
}

function shareOf({ x, y, width, height }: Box, view: Box): number {
  const across = Math.min(x + width, view.x + view.width) - Math.max(x, view.x);
  const down = Math.min(y + height, view.y + view.height) - Math.max(y, view.y);
  return (Math.max(across, 0) * Math.max(down, 0)) / (width * height);
}

const cases: readonly (readonly [string, Case])[] = [
  ['tall of wide', { still: wide, clip: tall, shown: ['lighthouse'], named: ['lighthouse'] }],
  [
    'tall of wide, things added',
    { still: wide, clip: tall, shown: ['windmill', 'boat'], named: ['boat', 'lighthouse', 'kite'] },
  ],
  ['wide of tall', { still: tall, clip: wide, shown: ['windmill'], named: ['boat', 'windmill'] }],
  [
    'wide of tall, things added',
    { still: tall, clip: wide, shown: ['house'], named: ['lighthouse', 'boat'] },
  ],
  ['wide of square', { still: square, clip: wide, shown: ['lighthouse'], named: ['lighthouse'] }],
  ['square of wide', { still: wide, clip: square, shown: ['pine', 'house'], named: ['house', 'balloon'] }],
  [
    'tall of very wide',
    {
      still: { width: 2048, height: 512 },
      clip: tall,
      shown: ['house', 'tree'],
      named: ['birds', 'house', 'sun'],
    },
  ],
  [
    'wide of very tall',
    {
      still: { width: 512, height: 2048 },
      clip: wide,
      shown: ['boat', 'sun'],
      named: ['sun', 'boat', 'flowers'],
    },
  ],
];

describe.each(cases)('a clip that is %s', (_name, options) => {
  const beginnings: (ReturnType<typeof begin> & { readonly seed: number })[] = [];

  beforeAll(() => {
    beginnings.push(...seeds.map((seed) => ({ seed, ...begin(seed, options) })));
  });

  test('shows all that its prompt names, on the ground where it belongs', () => {
    for (const { seed, subjects, view, plan } of beginnings) {
      for (const thing of options.named) {
        const shares = subjects.filter(({ kind }) => kind === thing).map((one) => shareOf(one, view));
        expect(Math.max(...shares), `seed ${seed}: ${thing}`).toBeGreaterThan(0.59);
      }
      for (const { kind, y, height } of subjects)
        if (['lighthouse', 'house', 'boat', 'flowers', 'tree'].includes(kind))
          expect(y + height, `seed ${seed}: ${kind}`).toBeGreaterThan(plan.horizon);
    }
  });

  test('begins with a part of the picture, as much as fits', () => {
    for (const { subjects, entering, plan, view, stage } of beginnings) {
      expect(subjects.filter((subject) => !entering.has(subject))).toEqual(plan.subjects);
      expect(view.width / view.height).toBeCloseTo(options.clip.width / options.clip.height, 5);
      expect(Math.min(stage.width - view.width, stage.height - view.height)).toBeCloseTo(0, 5);
      expect(Math.min(view.x, view.y)).toBeGreaterThan(-0.001);
      expect(view.x + view.width).toBeLessThan(stage.width + 0.001);
      expect(view.y + view.height).toBeLessThan(stage.height + 0.001);
    }
  });
});

test('a thing in the picture is not added again if it can be in view', () => {
  for (const [still, clip] of [
    [wide, tall],
    [tall, wide],
    [square, wide],
  ] as const)
    for (const seed of seeds) {
      const { entering } = begin(seed, { still, clip, shown: ['lighthouse'], named: ['lighthouse'] });
      expect(entering.size, `seed ${seed}`).toBe(0);
    }
});

test('what the prompt of the picture names is in view when that of the clip names nothing', () => {
  for (const [still, clip] of [
    [wide, tall],
    [tall, wide],
  ] as const)
    for (const seed of seeds) {
      const { subjects, view } = begin(seed, { still, clip, shown: ['house'], named: [] });
      const house = subjects.find(({ kind }) => kind === 'house');
      expect(house && shareOf(house, view), `seed ${seed}`).toBeCloseTo(1, 5);
    }
});

test('something moves across every view, even with neither birds nor water', () => {
  for (const seed of seeds.slice(0, 40)) {
    const { layers, view } = planMovingScene({
      ...wide,
      still: tall,
      seed,
      durationSeconds: 5,
      scene: {
        things: ['house'],
        absent: ['birds', 'sun', 'cloud', 'wisp', 'boat', 'balloon'],
        water: false,
      },
    });
    const moves = layers.filter(({ at, box }) => {
      const { x, y } = at(2.5);
      const isTurning = new Set([at(1), at(1.5), at(2)].map(({ picture }) => picture)).size > 1;
      const isMoving = Math.hypot(x, y) > 0.03 * view.width || isTurning;
      return isMoving && shareOf({ ...box, x: box.x + x, y: box.y + y }, view) > 0.5;
    });
    expect(moves.length, `seed ${seed}`).toBeGreaterThan(0);
  }
});
