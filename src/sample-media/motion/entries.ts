import type { SceneThing } from '../../gateway/ports/media/media.ts';
import { findPlace } from '../scene/find-place.ts';
import { costOfWay, mayOverlap } from '../scene/neighbours.ts';
import { type PlacedSubject, planScene, type ScenePlan } from '../scene/plan-scene.ts';
import { slots } from '../scene/scene-slots.ts';
import { shareIn, type View } from './view.ts';

/** A scene with the things added that a prompt names and its view lacked. */
export interface Extended {
  readonly subjects: readonly PlacedSubject[];
  readonly entering: ReadonlySet<PlacedSubject>;
  /** How far the added things are from places where they would hide nothing; 0 is perfect. */
  readonly cost: number;
}

export interface Addition {
  readonly plan: Pick<ScenePlan, 'subjects' | 'horizon'>;
  readonly size: Parameters<typeof planScene>[0];
  /** Named by the prompt of the clip. */
  readonly things: readonly SceneThing[];
}

/** A thing is seen when this share of it is in view. */
const SEEN = 0.6;

/** Builds a function that adds named things that a view does not show, hiding as little as possible. In layer order. */
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
/** Where the distant ridges begin, as a share of the height above the horizon: things in the sky should be above. */
const RIDGES = 0.8;
const SCALES = [1, 0.85, 0.7, 0.6, 0.5];

function addTo(view: View, { thing, taken, named, horizon }: Added): ReturnType<typeof findPlace> {
  const area = {
    x: view.x + MARGIN * view.width,
    y: view.y + MARGIN * view.height,
    width: (1 - 2 * MARGIN) * view.width,
    height: (1 - 2 * MARGIN) * view.height,
  };
  const isOnLand = slots.some(({ kind, place }) => kind === thing.kind && place === 'land');
  const usual = isOnLand ? thing : inSky(thing, { view, horizon });
  return findPlace(usual, {
    area,
    taken,
    scales: SCALES,
    weightOf: (kind) => (mayOverlap(thing.kind, kind) ? 1 : weightOf(kind, named)),
    misfit(place) {
      const shrunk = 8 * (1 - place.width / thing.width);
      const foot = place.y + place.height;
      const lifted = (40 * Math.abs(foot - usual.y - usual.height)) / view.height;
      const floating = isOnLand && foot < horizon ? 50 : 0;
      const low = isOnLand ? 0 : (60 * Math.max(foot - RIDGES * horizon, 0)) / view.height;
      const aside = (3 * Math.abs(place.x - usual.x)) / view.width;
      return shrunk + lifted + floating + low + aside + costOfWay(place, { among: taken, width: view.width });
    },
  });
}

/** Moves a thing into the sky that is in view, below the caption. */
function inSky(
  thing: PlacedSubject,
  { view, horizon }: { readonly view: View; readonly horizon: number },
): PlacedSubject {
  const highest = view.y + 0.2 * view.height;
  const lowest = Math.min(horizon, view.y + 0.8 * view.height) - thing.height;
  return { ...thing, y: Math.max(Math.min(thing.y, lowest), highest) };
}

/** The cost of adding a thing in front of another or behind it. Anything may stand among low plants. */
function weightOf(kind: SceneThing, named: readonly SceneThing[]): number {
  return named.includes(kind) ? 100 : costs[kind];
}

const costs: Readonly<Record<SceneThing, number>> = {
  mountain: 60,
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
