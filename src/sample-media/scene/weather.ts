import type { SceneWeather } from '../../gateway/ports/media/media.ts';
import type { Stage } from '../draw/stage.ts';
import { createRandom } from './create-random.ts';
import { mix, multiply, toGrey } from './mix-colours.ts';
import type { Palette } from './palettes.ts';
import { repaint } from './pick-palette.ts';

/** The effect of weather on colours, as shares of 1: `dim` reduces light, `grey` removes colour, `veil` hides what is far. */
interface Weather {
  readonly dim: string;
  readonly grey: number;
  readonly veil: number;
}

const weathers: Readonly<Record<SceneWeather, Weather>> = {
  fog: { dim: '#f4f4f4', grey: 0.6, veil: 1 },
  rain: { dim: '#c0c8d4', grey: 0.6, veil: 0.4 },
  snow: { dim: '#dfe5ee', grey: 0.5, veil: 0.5 },
};

/** How far the parts of a backdrop are, far to near: 0 is the foreground, 1 the horizon. */
const distances: Readonly<Record<string, readonly number[]>> = {
  sky: [0.6, 0.9, 1],
  ridges: [0.95, 0.89, 0.78],
  water: [0.8, 0.3],
  meadow: [0.68, 0.44, 0.14],
};

const MAX_MARKS = 900;

export const weatherNames: readonly string[] = Object.keys(weathers);

/** The colours of a backdrop in this weather. */
export function veilBackdrop(palette: Palette, weather: SceneWeather | undefined): Palette {
  return inWeather(palette, weather, ({ part, index }) => distances[part]?.[index] ?? 0);
}

/** The colours of a subject at a distance in this weather: 0 is the foreground, 1 the horizon. */
export function veilSubject(palette: Palette, weather: SceneWeather | undefined, distance: number): Palette {
  return inWeather(palette, weather, () => distance);
}

function inWeather(
  palette: Palette,
  weather: SceneWeather | undefined,
  distanceOf: (place: { readonly part: string; readonly index: number }) => number,
): Palette {
  if (weather === undefined) return palette;
  const { dim, grey, veil } = weathers[weather];
  const dull = (colour: string) => multiply(mix(colour, toGrey(colour), grey), dim);
  const air = dull(mix(palette.sky[2], palette.cloud, 0.5));
  // Accents are lamps, windows and signal colours, which are still visible in bad weather.
  return repaint(palette, (colour, place) =>
    mix(place.part === 'accent' ? colour : dull(colour), air, veil * distanceOf(place)),
  );
}

/** A drop or a flake: its place in stage units, and its size from 0 to 1. */
export interface Falling {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The drops or flakes in front of a scene; none in other weather. */
export function planFalling(
  { width, height }: Stage,
  weather: SceneWeather | undefined,
  seed: number,
): readonly Falling[] {
  if (weather !== 'rain' && weather !== 'snow') return [];
  const random = createRandom(seed, 5);
  return Array.from({ length: Math.min(Math.round(width / 4), MAX_MARKS) }, () => {
    const [x, y] = [random.between(0, width), random.between(FALLING_FROM, height)];
    return { x, y, size: random.between(0, 1) };
  });
}

/** Where what falls begins: above the picture. */
export const FALLING_FROM = -40;

/** Draws drops or flakes where they are; nothing in other weather. */
export function drawFalling(falling: readonly Falling[], weather: SceneWeather | undefined): string {
  if (falling.length === 0) return '';
  const marks = falling.map(({ x, y, size }) =>
    weather === 'rain'
      ? `M${x.toFixed(1)} ${y.toFixed(1)}l${(-6 - size * 8).toFixed(1)} ${(26 + size * 34).toFixed(1)}`
      : `M${x.toFixed(1)} ${y.toFixed(1)}h.1`,
  );
  const stroke =
    weather === 'rain' ? 'stroke-opacity=".38" stroke-width="2.2"' : 'stroke-opacity=".8" stroke-width="8"';
  return `<path d="${marks.join('')}" fill="none" stroke="#fff" ${stroke} stroke-linecap="round"/>`;
}
