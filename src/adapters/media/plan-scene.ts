import { createRandom } from './create-random.ts';
import { drawings, type SubjectKind } from './draw-subject.ts';
import { type Palette, palettes } from './palettes.ts';
import { createStage, type Stage } from './stage.ts';

/** A subject at its place, in stage units. */
export interface PlacedSubject {
  readonly kind: SubjectKind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Everything a seed decides about a landscape before anything is drawn. `subjects` go from the farthest to the nearest. */
export interface ScenePlan {
  readonly stage: Stage;
  readonly palette: Palette;
  readonly horizon: number;
  readonly lake: boolean;
  readonly subjects: readonly PlacedSubject[];
}

interface Slot {
  readonly kind: SubjectKind;
  /** Centre, as a share of the stage's width. */
  readonly across: number;
  /** For the sky the centre as a share of the height above the horizon; for the land the foot as a share of the height below. */
  readonly down: number;
  readonly place: 'sky' | 'land';
  /** How often an ordinary picture has it. */
  readonly chance: number;
}

/** In the order of layers: far to near, the most telling ones first where order is free. */
const slots: readonly Slot[] = [
  { kind: 'sun', across: 0.7, down: 0.4, place: 'sky', chance: 1 },
  { kind: 'cloud', across: 0.26, down: 0.24, place: 'sky', chance: 0.9 },
  { kind: 'mountain', across: 0.3, down: 0.03, place: 'land', chance: 0.5 },
  { kind: 'boat', across: 0.52, down: 0.32, place: 'land', chance: 0.7 },
  { kind: 'house', across: 0.77, down: 0.56, place: 'land', chance: 0.6 },
  { kind: 'tree', across: 0.16, down: 0.74, place: 'land', chance: 0.7 },
  { kind: 'birds', across: 0.5, down: 0.2, place: 'sky', chance: 0.7 },
  { kind: 'balloon', across: 0.42, down: 0.52, place: 'sky', chance: 0.4 },
  { kind: 'windmill', across: 0.56, down: 0.52, place: 'land', chance: 0.15 },
  { kind: 'pine', across: 0.92, down: 0.66, place: 'land', chance: 0.6 },
  { kind: 'lighthouse', across: 0.37, down: 0.5, place: 'land', chance: 0.15 },
  { kind: 'wisp', across: 0.86, down: 0.2, place: 'sky', chance: 0.5 },
  { kind: 'kite', across: 0.14, down: 0.62, place: 'sky', chance: 0.15 },
  { kind: 'bush', across: 0.66, down: 0.82, place: 'land', chance: 0.5 },
  { kind: 'flowers', across: 0.34, down: 0.93, place: 'land', chance: 0.6 },
  { kind: 'rocks', across: 0.87, down: 0.9, place: 'land', chance: 0.4 },
];

/** The most layers a plan holds above its base image (section 4.4.3). */
export const layerLimit: number = slots.length;

/** Decides a scene; `subjects: n` takes the first n of the sixteen, 'some' leaves the choice to the seed. */
export function planScene(
  size: { readonly width: number; readonly height: number; readonly seed: number },
  { subjects }: { readonly subjects: number | 'some' },
): ScenePlan {
  const stage = createStage(size.width, size.height);
  const random = createRandom(size.seed);
  const palette = pickPalette(size.seed);
  const horizon = stage.height * random.between(0.55, 0.63);
  const mirrored = random.chance(0.5);
  const placed = slots.map((slot) => {
    const wanted = random.chance(slot.chance);
    const across = slot.across + random.between(-0.04, 0.04);
    const shift = random.between(-0.03, 0.03);
    return { slot, wanted, across: mirrored ? 1 - across : across, shift };
  });
  const chosen =
    subjects === 'some'
      ? placed.filter(({ slot, wanted }, index) => wanted && !isCrowded(slot, placed.slice(0, index)))
      : placed.slice(0, subjects);
  const lake = chosen.some(({ slot }) => slot.kind === 'boat') || random.chance(0.4);
  return {
    stage,
    palette,
    horizon,
    lake,
    subjects: chosen.map(({ slot, across, shift }) => place(slot, { across, shift, horizon, stage })),
  };
}

/** The colours of a seed; the pieces of one decomposition agree on them. */
export function pickPalette(seed: number): Palette {
  const palette = palettes[createRandom(seed, 1).index(palettes.length)] ?? palettes[0];
  if (palette === undefined) throw new Error('there is no palette to draw with');
  return palette;
}

/** The kind of the layer at an index from 1; beyond the limit it starts over. */
export function layerKind(index: number): SubjectKind {
  return slots[(Math.max(index, 1) - 1) % slots.length]?.kind ?? 'sun';
}

/** A mill or a lighthouse stands where another building would be in its way. */
function isCrowded(
  { kind }: Slot,
  before: readonly { readonly slot: Slot; readonly wanted: boolean }[],
): boolean {
  const taken =
    kind === 'windmill' ? ['house'] : kind === 'lighthouse' ? ['house', 'windmill', 'mountain'] : [];
  return before.some(({ slot, wanted }) => wanted && taken.includes(slot.kind));
}

function place(
  slot: Slot,
  { across, shift, horizon, stage }: { across: number; shift: number; horizon: number; stage: Stage },
): PlacedSubject {
  const natural = drawings[slot.kind];
  // Narrow stages hold smaller things, so that neighbours keep apart.
  const scale = Math.min(Math.max(stage.width / 1500, 0.7), 1);
  const width = natural.width * scale;
  const height = natural.height * scale;
  const below = stage.height - horizon;
  const foot =
    slot.place === 'land'
      ? horizon + below * (slot.down + (slot.kind === 'mountain' ? 0 : shift))
      : horizon * (slot.down + shift) + height / 2;
  // Land below a low horizon is shallow on wide stages: nothing leaves the picture.
  const y = Math.min(Math.max(foot - height, 0), stage.height - height);
  const x = Math.min(Math.max(stage.width * across - width / 2, 0), stage.width - width);
  return { kind: slot.kind, x, y, width, height };
}
