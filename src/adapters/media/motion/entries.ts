import type { SceneThing } from '../../../gateway/ports/media.ts';
import { findPlace } from '../find-place.ts';
import { type PlacedSubject, planScene, type ScenePlan } from '../plan-scene.ts';
import { slots } from '../scene-slots.ts';
import { shareIn, type View } from './view.ts';

/** A scene with the things that a prompt names and the view of it lacked. */
export interface Extended {
  readonly subjects: readonly PlacedSubject[];
  readonly entering: ReadonlySet<PlacedSubject>;
  /** How far the added things are from places where they would hide nothing; 0 is perfect. */
  readonly cost: number;
}

/** What decides where things are added. */
export interface Addition {
  readonly plan: Pick<ScenePlan, 'subjects' | 'horizon'>;
  readonly size: Parameters<typeof planScene>[0];
  /** Named by the prompt of the clip. */
  readonly things: readonly SceneThing[];
}

/** A thing is seen when this share of it is in view. */
export const SEEN = 0.6;

/** Builds a function that adds named things to a view where it does not show them, in the way of as little as possible. In layer order. */
export function createAddition({ plan, size, things }: Addition): (view: View) => Extended {
  const natural = planScene(size, { subjects: slots.length }).subjects;
  const order = slots.map(({ kind }) => kind);
  return (view) => {
    const subjects = [...plan.subjects];
    const entering = new Set<PlacedSubject>();
    let cost = 0;
    for (const thing of new Set(things)) {
      const usual = natural.find(({ kind }) => kind === thing);
      const isSeen = subjects.some((one) => one.kind === thing && shareIn(view, one) >= SEEN);
      if (!usual || isSeen) continue;
      const taken = subjects.filter((one) => shareIn(view, one) > 0);
      const found = addTo(view, { thing: usual, taken, named: things, horizon: plan.horizon });
      entering.add(found.place);
      subjects.push(found.place);
      cost += found.cost;
    }
    subjects.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
    return { subjects, entering, cost };
  };
}

interface Added {
  readonly thing: PlacedSubject;
  readonly taken: readonly PlacedSubject[];
  readonly named: readonly SceneThing[];
  readonly horizon: number;
}

const MARGIN = 0.03;
const SCALES = [1, 0.85, 0.7, 0.6, 0.5];
/** How far a boat is to sail to a lighthouse, and the least, as shares of the width. */
const WAY = 0.3;
const NEAREST = 0.18;

function addTo(view: View, { thing, taken, named, horizon }: Added): ReturnType<typeof findPlace> {
  const area = {
    x: view.x + MARGIN * view.width,
    y: view.y + MARGIN * view.height,
    width: (1 - 2 * MARGIN) * view.width,
    height: (1 - 2 * MARGIN) * view.height,
  };
  const harbour = thing.kind === 'lighthouse' ? taken.find(({ kind }) => kind === 'boat') : undefined;
  const isOnLand = slots.some(({ kind, place }) => kind === thing.kind && place === 'land');
  return findPlace(thing, {
    area,
    taken,
    scales: SCALES,
    weightOf: (kind) => weightOf(kind, named),
    misfit(place) {
      const shrunk = 8 * (1 - place.width / thing.width);
      const foot = place.y + place.height;
      const lifted = (40 * Math.abs(foot - thing.y - thing.height)) / view.height;
      const floating = isOnLand && foot < horizon ? 50 : 0;
      return shrunk + lifted + floating + misplaced(place, { usual: thing, harbour, view });
    },
  });
}

function misplaced(
  place: PlacedSubject,
  {
    usual,
    harbour,
    view,
  }: { readonly usual: PlacedSubject; readonly harbour: PlacedSubject | undefined; readonly view: View },
): number {
  if (!harbour) return (3 * Math.abs(place.x - usual.x)) / view.width;
  const gap = Math.max(place.x - harbour.x - harbour.width, harbour.x - place.x - place.width) / view.width;
  return 6 * Math.abs(gap - WAY) + (gap < NEAREST ? 150 * (NEAREST - gap) : 0);
}

/** What it costs to add a thing in front of another or behind it. Anything may stand at low plants, and before mountains. */
function weightOf(kind: SceneThing, named: readonly SceneThing[]): number {
  return named.includes(kind) && kind !== 'mountain' ? 100 : costs[kind];
}

const costs: Readonly<Record<SceneThing, number>> = {
  mountain: 1,
  bush: 10,
  flowers: 10,
  rocks: 10,
  cloud: 12,
  wisp: 12,
  sun: 15,
  tree: 30,
  pine: 30,
  birds: 40,
  kite: 60,
  balloon: 60,
  boat: 60,
  house: 60,
  lighthouse: 60,
  windmill: 60,
};
