import type { SceneHour, SceneWish } from '../../gateway/ports/media/media.ts';
import { createRandom } from './create-random.ts';
import { multiply } from './mix-colours.ts';
import { type Palette, palettes } from './palettes.ts';

/** The colours of a seed, as far as the prompt leaves them open; the parts of one decomposition share them. */
export function pickPalette(
  seed: number,
  { hour, ground }: Pick<SceneWish, 'hour' | 'ground'> = {},
): Palette {
  const pick = (fits: (palette: Palette) => boolean): Palette => {
    const fitting = palettes.filter(fits);
    const palette = fitting[createRandom(seed, 1).index(fitting.length)];
    if (palette === undefined) throw new Error(`there is no palette for ${hour} and ${ground}`);
    return palette;
  };
  if (hour === undefined && ground === undefined) return pick(() => true);
  const byDay = pick((palette) => palette.hour === 'day' && palette.ground === (ground ?? 'green'));
  if (hour === undefined || hour === 'day') return byDay;
  const green = pick((palette) => palette.hour === hour && palette.ground === 'green');
  return byDay.ground === 'green' ? green : lightLand(byDay, green);
}

/** Changes every colour of a palette; `index` counts from far to near where a part has several. */
export function repaint(
  palette: Palette,
  paint: (colour: string, place: { readonly part: string; readonly index: number }) => string,
): Palette {
  const { hour, ground, ...colours } = palette;
  const painted = Object.entries(colours).map(([part, colour]) => [
    part,
    typeof colour === 'string'
      ? paint(colour, { part, index: 0 })
      : colour.map((one: string, index: number) => paint(one, { part, index })),
  ]);
  return { hour, ground, ...Object.fromEntries(painted) } as Palette; // the same parts with as many colours
}

/** What the light of an hour makes of the colours of the day. */
const lights: Readonly<Record<SceneHour, string>> = {
  day: '#ffffff',
  dawn: '#ffe0d2',
  dusk: '#cf9a9c',
  night: '#6f86bd',
};

/** The land of one palette under the sky of another, in that sky's light. Buildings keep the colours of the hour, and so do their windows. */
function lightLand(land: Palette, sky: Palette): Palette {
  const { ground, meadow, leaf, ridges, snow } = repaint(land, (colour) =>
    multiply(colour, lights[sky.hour]),
  );
  return { ...sky, ground, meadow, leaf, ridges, snow };
}
