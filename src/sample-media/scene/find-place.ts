import type { SubjectKind } from '../draw/draw-subject.ts';
import type { Box } from '../draw/stage.ts';
import type { PlacedSubject } from './plan-scene.ts';

/** Where a thing may go. */
export interface Room {
  /** It stays within this box, smaller if need be. */
  readonly area: Box;
  readonly taken: readonly PlacedSubject[];
  /** Factors by which its size may be multiplied. */
  readonly scales: readonly number[];
  /** Tops that may be tried besides its own. */
  readonly tops?: readonly number[];
  /** The cost of hiding another subject completely. */
  weightOf(kind: SubjectKind): number;
  /** The cost of a place, apart from what the thing would hide there. */
  misfit(place: PlacedSubject): number;
}

/** A place and its cost: 0 is perfect. */
export interface FoundPlace {
  readonly place: PlacedSubject;
  readonly cost: number;
}

const COLUMNS = 40;
/** Things that barely touch already count as overlapping. */
const TOUCHING = 0.25;

/** The cheapest of many places for a thing. */
export function findPlace(thing: PlacedSubject, room: Room): FoundPlace {
  let best: FoundPlace = { place: thing, cost: Number.POSITIVE_INFINITY };
  for (const scale of room.scales) {
    const sized = toSize(thing, { scale, area: room.area });
    for (const y of [sized.y, ...(room.tops ?? [])]) {
      for (let column = -1; column <= COLUMNS; column += 1) {
        const across = room.area.x + (Math.max(column, 0) / COLUMNS) * (room.area.width - sized.width);
        const place = keepWithin({ ...sized, x: column < 0 ? sized.x : across, y }, room.area);
        const cost = costOf(place, { room, below: best.cost });
        if (cost < best.cost) best = { place, cost };
      }
    }
  }
  return best;
}

function costOf(
  place: PlacedSubject,
  { room, below }: { readonly room: Room; readonly below: number },
): number {
  let cost = room.misfit(place);
  for (const other of room.taken) {
    if (cost >= below) break;
    const shared = sharedBy(place, other);
    if (shared > 0) cost += room.weightOf(other.kind) * (TOUCHING + shared);
  }
  return cost;
}

/** Which share of the smaller of two boxes lies within the other. */
export function sharedBy(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / Math.min(one.width * one.height, other.width * other.height);
}

/** A thing with another size on the same foot, never larger than the area. */
function toSize(
  thing: PlacedSubject,
  { scale, area }: { readonly scale: number; readonly area: Box },
): PlacedSubject {
  const factor = Math.min(scale, area.width / thing.width, area.height / thing.height);
  const [width, height] = [thing.width * factor, thing.height * factor];
  return {
    ...thing,
    x: thing.x + (thing.width - width) / 2,
    y: thing.y + thing.height - height,
    width,
    height,
  };
}

function keepWithin(thing: PlacedSubject, area: Box): PlacedSubject {
  const x = Math.max(Math.min(thing.x, area.x + area.width - thing.width), area.x);
  const y = Math.max(Math.min(thing.y, area.y + area.height - thing.height), area.y);
  return { ...thing, x, y };
}
