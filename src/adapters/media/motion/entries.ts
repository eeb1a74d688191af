import type { SceneThing } from '../../../gateway/ports/media.ts';
import { type PlacedSubject, planScene, type ScenePlan } from '../plan-scene.ts';
import { slots } from '../scene-slots.ts';
import type { View } from './view.ts';

/** A scene with the things that a prompt names and the scene lacked. */
export interface Extended {
  readonly subjects: readonly PlacedSubject[];
  readonly entering: ReadonlySet<SceneThing>;
}

const MARGIN = 0.03;
/** Low plants that anything may stand behind. */
const low: ReadonlySet<SceneThing> = new Set(['bush', 'flowers', 'rocks']);
const plants: ReadonlySet<SceneThing> = new Set([...low, 'tree', 'pine']);
const none: ReadonlySet<SceneThing> = new Set();

/** Adds named things where they hide nothing, as far as there is room. In layer order. */
export function addThings(
  { subjects }: Pick<ScenePlan, 'subjects'>,
  things: readonly SceneThing[],
  { size, view }: { readonly size: Parameters<typeof planScene>[0]; readonly view: View },
): Extended {
  const all = planScene(size, { subjects: slots.length }).subjects;
  let extended = [...subjects];
  const entering = new Set<SceneThing>();
  for (const thing of things) {
    const natural = all.find(({ kind }) => kind === thing);
    const isThere = extended.some(({ kind }) => kind === thing);
    if (!natural || isThere) continue;
    entering.add(thing);
    extended = [...extended, findRoom(natural, extended, view)];
  }
  const order = slots.map(({ kind }) => kind);
  extended.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  return { subjects: extended, entering };
}

/**
 * The place nearest to the natural one where a thing is in nobody's way, if need be in front of plants; that of a lighthouse is some way
 * off a boat. The natural one if there is none.
 */
function findRoom(thing: PlacedSubject, others: readonly PlacedSubject[], view: View): PlacedSubject {
  const within = keepInView(thing, view);
  const harbour = thing.kind === 'lighthouse' ? others.find(({ kind }) => kind === 'boat') : undefined;
  const [from, to] = [view.x + MARGIN * view.width, view.x + (1 - MARGIN) * view.width - thing.width];
  const tried = Array.from({ length: 41 }, (_, index) => from + ((to - from) * index) / 40);
  const isFar = (x: number) => !harbour || Math.abs(x - harbour.x) > NEAREST * view.width;
  const misfit = (x: number) =>
    harbour ? Math.abs(Math.abs(x - harbour.x) - WAY * view.width) : Math.abs(x - within.x);
  const best = tried.sort((one, other) => misfit(one) - misfit(other));
  for (const [ignored, places] of [
    [none, best.filter(isFar)],
    [low, best.filter(isFar)],
    [plants, best.filter(isFar)],
    [low, best],
  ] as const) {
    const blocking = others.filter(({ kind }) => kind !== 'mountain' && !ignored.has(kind));
    const x = places.find((left) => !blocking.some((other) => overlaps({ ...within, x: left }, other)));
    if (x !== undefined) return { ...within, x };
  }
  return within;
}

/** How far a boat is to sail to a lighthouse, and the least, as shares of the width. */
const WAY = 0.45;
const NEAREST = 0.32;

function keepInView(thing: PlacedSubject, view: View): PlacedSubject {
  const lowest = view.y + (1 - MARGIN) * view.height - thing.height;
  return { ...thing, y: Math.max(Math.min(thing.y, lowest), view.y + MARGIN * view.height) };
}

function overlaps(one: PlacedSubject, other: PlacedSubject): boolean {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > 0 && down > 0;
}
