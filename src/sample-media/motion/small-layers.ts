import type { SceneWeather } from '../../gateway/ports/media/media.ts';
import { drawGlints, type Glint } from '../draw/draw-backdrop.ts';
import { drawWings, wingPoses } from '../draw/draw-wings.ts';
import type { Stage } from '../draw/stage.ts';
import { createRandom } from '../scene/create-random.ts';
import { drawFalling, FALLING_FROM, type Falling } from '../scene/weather.ts';
import type { PlannedLayer } from './layer.ts';
import type { View } from './view.ts';

/** Light on the water: every stroke drifts to and fro and flickers. */
export function glintLayers(glints: readonly Glint[], seed: number): readonly PlannedLayer[] {
  const random = createRandom(seed, 7);
  return glints.map((glint) => {
    const [pace, flicker] = [random.between(1.5, 2.6), random.between(2, 4)];
    const { x, y, length, width } = glint;
    return {
      drawings: [drawGlints([glint])],
      box: { x: x - width, y: y - width, width: length + 2 * width, height: 2 * width },
      at: (seconds) => ({
        x: 16 * Math.sin(seconds * pace),
        y: 0,
        opacity: Math.round((0.62 + 0.38 * Math.cos(seconds * flicker)) * 8) / 8,
      }),
      every: 4,
    };
  });
}

/**
 * Falling rain or snow; what leaves the picture at the bottom starts again at the top. Half of the raindrops are
 * shown in the first frame only: moving ones look like twice as many.
 */
export function fallingLayers(
  falling: readonly Falling[],
  weather: SceneWeather | undefined,
  { stage, view }: { readonly stage: Stage; readonly view: View },
): readonly PlannedLayer[] {
  const range = stage.height - FALLING_FROM;
  const inView = falling.filter(({ x }) => x > view.x - 20 && x < view.x + view.width + 20);
  return inView.map((mark, index) => {
    const { x, y, size } = mark;
    const drawings = [drawFalling([mark], weather)];
    const downAt = (seconds: number, speed: number) =>
      ((y - FALLING_FROM + seconds * speed) % range) + FALLING_FROM - y;
    if (weather === 'rain') {
      const isSeenOnce = index % 2 === 1;
      return {
        drawings,
        box: { x: x - 16, y: y - 2, width: 18, height: 64 },
        at(seconds) {
          if (isSeenOnce && seconds > 0) return { x: 0, y: 0, opacity: 0 };
          const down = downAt(seconds, 1500 + 500 * size);
          return { x: -down * SLANT, y: down };
        },
        every: 4,
      };
    }
    const sway = (seconds: number) => 26 * Math.sin(seconds * 1.4 + size * 9);
    return {
      drawings,
      box: { x: x - 5, y: y - 5, width: 10, height: 10 },
      at: (seconds) => ({ x: sway(seconds) - sway(0), y: downAt(seconds, 110 + 90 * size) }),
      every: 3,
    };
  });
}

/** How far a drop moves to the left on its way down. */
const SLANT = 0.22;

/** Seconds that a flock takes to cross the picture. */
const CROSSING = 6.5;

/** Formation of a flock, the leading bird first: offset behind it in bird widths and below it in bird heights. */
const formation = [
  { behind: 0, below: 0, size: 1 },
  { behind: 1.1, below: -0.9, size: 0.6 },
  { behind: 1.5, below: 1.1, size: 0.6 },
] as const;

/** A flock that comes into the picture from the left and crosses its upper part in long waves. */
export function flockLayers(view: View, colour: string): readonly PlannedLayer[] {
  const side = Math.min(view.width, view.height) / 9;
  return formation.map(({ behind, below, size }, position) => {
    const [width, height] = [side * size, (side * size) / 3];
    const x = view.x - width - behind * side;
    const y = view.y + view.height * 0.3 + (below * side) / 3 - height / 2;
    return {
      drawings: Array.from({ length: wingPoses }, (_, pose) =>
        drawWings({ x, y, width, height, pose, colour }),
      ),
      box: { x, y, width, height },
      at: (seconds) => {
        const way = seconds / CROSSING;
        return {
          x: way * (view.width + 2.5 * side),
          y: view.height * 0.05 * Math.sin(way * 9 - behind),
          picture: Math.floor(seconds * 12) + position * 3,
        };
      },
      every: 2,
    };
  });
}

/** Leaves that the wind blows through a picture in which nothing else moves. */
export function leafLayers(
  view: View,
  { colours, seed }: { readonly colours: readonly string[]; readonly seed: number },
): readonly PlannedLayer[] {
  const random = createRandom(seed, 8);
  const side = Math.min(view.width, view.height) / 26;
  return Array.from({ length: 12 }, (_, index) => {
    const [x, y] = [view.x - 2 * side, view.y + view.height * random.between(0.15, 0.85)];
    const [delay, pace, sway] = [index * 0.4, random.between(0.3, 0.45), random.between(2, 4)];
    return {
      drawings: [
        `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(side / 20).toFixed(3)})" ` +
          `d="M0 12Q4 0 20 2Q16 14 0 12Z" fill="${colours[index % colours.length]}"/>`,
      ],
      box: { x, y, width: side, height: side },
      at: (seconds) => {
        const way = Math.max(seconds - delay, 0) * pace;
        return { x: way * view.width, y: 1.5 * side * Math.sin(way * 2 * sway) };
      },
      every: 2,
    };
  });
}
