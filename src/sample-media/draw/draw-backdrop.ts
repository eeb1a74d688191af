import { createRandom, type Random } from '../scene/create-random.ts';
import type { ScenePlan } from '../scene/plan-scene.ts';
import { veilBackdrop } from '../scene/weather.ts';

/** A stroke of light on the water, in stage units. */
export interface Glint {
  readonly x: number;
  readonly y: number;
  readonly length: number;
  readonly width: number;
  readonly colour: string;
  readonly opacity: number;
}

/** Draws the scene without its subjects: sky, ridges, water and meadow. */
export function drawBackdrop(clear: ScenePlan, seed: number): string {
  const { still, glints } = drawBackdropParts(clear, seed);
  return still + drawGlints(glints);
}

/** The same, with the glints that nothing in the backdrop hides returned separately. */
export function drawBackdropParts(clear: ScenePlan, seed: number) {
  const plan = { ...clear, palette: veilBackdrop(clear.palette, clear.weather) };
  const random = createRandom(seed, 2);
  const distant = drawSky(plan, seed) + drawRidges(plan, random);
  const glints = plan.lake ? planGlints(plan, random) : [];
  const shore = plan.horizon + (plan.stage.height - plan.horizon) * HIGHEST_SHORE;
  const isOpen = ({ y, width }: Glint) => y + width < shore;
  const water = plan.lake ? drawLake(plan) + drawGlints(glints.filter((glint) => !isOpen(glint))) : '';
  return { still: distant + water + drawMeadow(plan, random), glints: glints.filter(isOpen) };
}

/** The meadow at a lake never begins higher: share of the height below the horizon. */
const HIGHEST_SHORE = 0.29;

export function drawGlints(glints: readonly Glint[]): string {
  const strokes = glints.map(
    ({ x, y, length, width, colour, opacity }) =>
      `<path d="M${px(x)} ${px(y)}h${px(length)}" stroke="${colour}" stroke-opacity="${opacity}" stroke-width="${px(width)}"/>`,
  );
  return `<g stroke-linecap="round">${strokes.join('')}</g>`;
}

function drawSky({ stage, palette, weather, horizon }: ScenePlan, seed: number): string {
  const random = createRandom(seed, 4);
  const isStarry = palette.hour === 'night' && weather === undefined;
  const [top, middle, low] = palette.sky;
  const stops =
    `<stop offset="0" stop-color="${top}"/><stop offset=".55" stop-color="${middle}"/>` +
    `<stop offset="1" stop-color="${low}"/>`;
  const stars = Array.from({ length: isStarry ? 70 : 0 }, () => {
    const x = random.between(0, stage.width).toFixed(1);
    const y = (random.between(0, 1) ** 1.4 * horizon * 0.8).toFixed(1);
    return `<circle cx="${x}" cy="${y}" r="${random.between(0.8, 2.6).toFixed(1)}" fill-opacity="${random.between(0.35, 0.95).toFixed(2)}"/>`;
  });
  return (
    `<defs><linearGradient id="sky" x2="0" y2="1">${stops}</linearGradient></defs>` +
    `<rect width="${px(stage.width)}" height="${px(horizon + 40)}" fill="url(#sky)"/><g fill="#fff">${stars.join('')}</g>`
  );
}

function drawRidges({ stage, palette, horizon }: ScenePlan, random: Random): string {
  const heights = [
    [150, 60],
    [95, 46],
    [48, 30],
  ] as const;
  const paths = heights.map(([lift, roughness], index) => {
    const line = ridgeLine(stage.width, random, { base: horizon - lift, roughness: roughness * 1.5 });
    return `<path d="M0 ${px(horizon + 60)}L${line}L${px(stage.width)} ${px(horizon + 60)}Z" fill="${palette.ridges[index]}"/>`;
  });
  const mist =
    `<linearGradient id="mist" x2="0" y2="1"><stop offset="0" stop-color="${palette.sky[2]}" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="${palette.sky[2]}" stop-opacity=".6"/></linearGradient>`;
  const veil = `<rect y="${px(horizon - 130)}" width="${px(stage.width)}" height="140" fill="url(#mist)"/>`;
  return `<defs>${mist}</defs>${paths[0]}${paths[1]}${veil}${paths[2]}`;
}

/** A jagged line from left to right: the sum of four waves and a little noise. */
function ridgeLine(
  width: number,
  random: Random,
  { base, roughness }: { readonly base: number; readonly roughness: number },
): string {
  const waves = [970, 430, 187, 79].map((length, index) => ({
    length: length * random.between(0.75, 1.3),
    phase: random.between(0, Math.PI * 2),
    height: roughness / 1.8 ** index,
  }));
  const step = 28;
  const points: string[] = [];
  for (let x = 0; x < width + step; x += step) {
    const rise = waves.reduce(
      (sum, wave) => sum + Math.sin((x / wave.length) * 2 * Math.PI + wave.phase) * wave.height,
      0,
    );
    points.push(`${px(Math.min(x, width))} ${px(base - rise - random.between(0, roughness / 4))}`);
  }
  return points.join('L');
}

function planGlints({ stage, palette, horizon, subjects }: ScenePlan, random: Random): readonly Glint[] {
  const depth = (stage.height - horizon) * WATER_DEPTH;
  const sun = subjects.find(({ kind }) => kind === 'sun');
  const sunX = sun === undefined ? undefined : sun.x + sun.width / 2;
  return Array.from({ length: 46 }, () => {
    const y = random.between(0, 1) ** 1.3 * depth;
    const inGlow = sunX !== undefined && random.chance(0.5);
    const x = inGlow ? sunX + random.between(-1, 1) * (30 + y * 0.35) : random.between(0, stage.width);
    const length = random.between(14, 60) * (0.5 + y / depth);
    return {
      x: x - length / 2,
      y: horizon + 6 + y,
      length,
      width: 1.5 + (y / depth) * 3,
      colour: inGlow ? palette.sun : '#fff',
      opacity: inGlow ? 0.7 : 0.28,
    };
  });
}

/** Depth of a lake as a share of the height below the horizon. */
const WATER_DEPTH = 0.55;

function drawLake({ stage, palette, horizon }: ScenePlan): string {
  const depth = (stage.height - horizon) * WATER_DEPTH;
  return (
    `<defs><linearGradient id="lake" x2="0" y2="1"><stop offset="0" stop-color="${palette.water[0]}"/>` +
    `<stop offset="1" stop-color="${palette.water[1]}"/></linearGradient></defs>` +
    `<rect y="${px(horizon)}" width="${px(stage.width)}" height="${px(depth + 80)}" fill="url(#lake)"/>`
  );
}

function drawMeadow({ stage, palette, horizon, lake }: ScenePlan, random: Random): string {
  const below = stage.height - horizon;
  const levels = lake ? [0.4, 0.5, 0.72] : [0.02, 0.3, 0.66];
  const hills = levels.map((level, index) => {
    const top = horizon + below * level;
    const swing = below * (index > 0 ? 0.09 : lake ? 0.05 : 0.02);
    const [left, middle, right] = [0, 1, 2].map(() => top + random.between(-1, 1) * swing);
    const width = stage.width;
    return (
      `<path d="M0 ${px(left ?? top)}C${px(width * 0.25)} ${px((left ?? top) - swing)} ${px(width * 0.3)} ${px(middle ?? top)} ${px(width * 0.52)} ${px(middle ?? top)}` +
      `S${px(width * 0.8)} ${px((right ?? top) + swing)} ${px(width)} ${px(right ?? top)}V${px(stage.height)}H0Z" fill="${palette.meadow[index]}"/>`
    );
  });
  return `${hills.join('')}${drawGrass({ stage, top: horizon + below * 0.8, colour: palette.leaf[1] }, random)}`;
}

function drawGrass(
  {
    stage,
    top,
    colour,
  }: { readonly stage: ScenePlan['stage']; readonly top: number; readonly colour: string },
  random: Random,
): string {
  const tufts = Array.from({ length: Math.min(Math.round(stage.width / 26), 200) }, () => {
    const x = random.between(0, stage.width);
    const y = random.between(top, stage.height);
    const size = random.between(6, 13);
    return `M${px(x)} ${px(y)}l${px(-size / 2)} ${px(-size)}M${px(x)} ${px(y)}v${px(-size * 1.3)}M${px(x)} ${px(y)}l${px(size / 2)} ${px(-size)}`;
  });
  return `<path d="${tufts.join('')}" fill="none" stroke="${colour}" stroke-opacity=".55" stroke-width="2.6" stroke-linecap="round"/>`;
}

/** A coordinate with one decimal. */
function px(value: number): string {
  return value.toFixed(1);
}
