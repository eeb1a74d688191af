import type { SceneWeather, SceneWish } from '../../gateway/ports/media/media.ts';
import { drawings, type SubjectKind } from '../draw/draw-subject.ts';
import { type Box, createStage, type Size, type Stage } from '../draw/stage.ts';
import { arrangeNamed } from './arrange-named.ts';
import { createRandom } from './create-random.ts';
import { sharedBy } from './find-place.ts';
import type { Palette } from './palettes.ts';
import { pickPalette } from './pick-palette.ts';
import { type Slot, slots } from './scene-slots.ts';

/** A subject and its position, in stage units. */
export interface PlacedSubject extends Box {
  readonly kind: SubjectKind;
}

/** Everything a seed decides about a landscape before anything is drawn. `subjects` go from the farthest to the nearest. */
export interface ScenePlan {
  readonly stage: Stage;
  /** The colours in clear air. */
  readonly palette: Palette;
  readonly weather: SceneWeather | undefined;
  readonly horizon: number;
  readonly lake: boolean;
  readonly subjects: readonly PlacedSubject[];
}

/** The most layers a plan holds above its base image (section 4.4.3). */
export const layerLimit: number = slots.length;

export interface SceneOptions {
  /** The first sixteen or fewer, or a selection by seed and prompt. */
  readonly subjects: number | 'some';
  readonly wish?: SceneWish | undefined;
}

/** Plans a scene: requested subjects are present, and nothing hides them as far as there is room. */
export function planScene(
  size: Size & { readonly seed: number },
  { subjects, wish = {} }: SceneOptions,
): ScenePlan {
  const stage = createStage(size.width, size.height);
  const random = createRandom(size.seed);
  const palette = pickPalette(size.seed, wish);
  const horizon = stage.height * random.between(0.55, 0.63);
  const mirrored = random.chance(0.5);
  const usual = slots.map((slot): Candidate => {
    const isWanted = random.chance(slot.chance);
    const across = slot.across + random.between(-1, 1) * (slot.place === 'sky' ? 0.04 : 0.015);
    const shift = random.between(-0.03, 0.03);
    const rank = wish.things?.indexOf(slot.kind) ?? -1;
    const placed = place(slot, {
      across: mirrored ? 1 - across : across,
      shift,
      horizon,
      stage,
      enlarged: rank === 0 ? ENLARGED : 1,
    });
    return { slot, isWanted, rank, placed };
  });
  const candidates = withNamed(usual, { stage, horizon });
  const { weather } = wish;
  const water = wish.water ?? (wish.ground === 'desert' ? false : undefined);
  const chosen =
    typeof subjects === 'number' ? candidates.slice(0, subjects) : choose(candidates, { ...wish, water });
  const lake = chosen.some(({ slot }) => slot.kind === 'boat') || (water ?? random.chance(0.4));
  return { stage, palette, weather, horizon, lake, subjects: chosen.map(({ placed }) => placed) };
}

/** The kind of the layer at an index from 1; beyond the limit it starts over. */
export function layerKind(index: number): SubjectKind {
  return slots[(Math.max(index, 1) - 1) % slots.length]?.kind ?? 'sun';
}

/** How far a kind of subject is: 0 is the foreground, 1 the horizon. */
export function distanceOf(kind: SubjectKind): number {
  const { place, down } = slots.find((slot) => slot.kind === kind) ?? { place: 'sky', down: 0 };
  return place === 'sky' ? 0.55 : 0.85 * (1 - down);
}

interface Candidate {
  readonly slot: Slot;
  readonly isWanted: boolean;
  /** Position among the requested subjects; -1 for others. */
  readonly rank: number;
  readonly placed: PlacedSubject;
}

/** Moves requested subjects out of each other's way. */
function withNamed(
  candidates: readonly Candidate[],
  land: Pick<ScenePlan, 'stage' | 'horizon'>,
): readonly Candidate[] {
  const named = candidates.filter(({ rank }) => rank >= 0).sort((one, other) => one.rank - other.rank);
  if (named.length < 2) return candidates;
  const arranged = arrangeNamed(
    named.map(({ placed }) => placed),
    land,
  );
  return candidates.map((candidate) => ({
    ...candidate,
    placed: arranged.get(candidate.slot.kind) ?? candidate.placed,
  }));
}

/** Factor by which the first requested subject is larger. */
const ENLARGED = 1.5;

/** Selects requested subjects, then those the seed picks where there is room; in layer order. */
function choose(
  candidates: readonly Candidate[],
  {
    absent = [],
    water,
    weather,
  }: Pick<SceneWish, 'absent' | 'weather'> & { readonly water: boolean | undefined },
): readonly Candidate[] {
  const isFalling = weather === 'rain' || weather === 'snow';
  const unwanted = [...absent, ...(water === false ? ['boat'] : []), ...(isFalling ? ['sun'] : [])];
  const wished = candidates.filter(({ rank }) => rank >= 0);
  const others = candidates.filter(
    ({ slot, isWanted, rank }) => rank < 0 && isWanted && !unwanted.includes(slot.kind),
  );
  const chosen = new Set(wished);
  for (const one of others) {
    const isFree = ![...chosen].some((other) => isInTheWay(one, other));
    if (isFree) chosen.add(one);
  }
  return candidates.filter((candidate) => chosen.has(candidate));
}

/** A mountain is scenery: what stands in front of it hides nothing. */
function isInTheWay({ slot, placed }: Candidate, other: Candidate): boolean {
  if (slot.kind === 'mountain' || other.slot.kind === 'mountain') return false;
  return sharedBy(placed, other.placed) > 0;
}

interface Setting {
  readonly across: number;
  readonly shift: number;
  readonly horizon: number;
  readonly stage: Stage;
  readonly enlarged: number;
}

function place(slot: Slot, { across, shift, horizon, stage, enlarged }: Setting): PlacedSubject {
  const natural = drawings[slot.kind];
  // Narrow stages have smaller subjects, so that neighbours do not touch.
  const scale = Math.min(Math.max(stage.width / 1500, 0.7), 1) * enlarged;
  const width = natural.width * scale;
  const height = natural.height * scale;
  const below = stage.height - horizon;
  const foot =
    slot.place === 'land'
      ? horizon + below * (slot.down + (slot.kind === 'mountain' ? 0 : shift))
      : horizon * (slot.down + shift) + height / 2;
  // Land below a low horizon is shallow on wide stages, so subjects are kept within the picture.
  const y = Math.min(Math.max(foot - height, 0), stage.height - height);
  const x = Math.min(Math.max(stage.width * across - width / 2, 0), stage.width - width);
  return { kind: slot.kind, x, y, width, height };
}
