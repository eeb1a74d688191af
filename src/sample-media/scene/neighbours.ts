import type { SubjectKind } from '../draw/draw-subject.ts';
import type { Box } from '../draw/stage.ts';
import type { PlacedSubject } from './plan-scene.ts';

/** Mountains are scenery behind everything but the light and the clouds above them. */
export function mayOverlap(one: SubjectKind, other: SubjectKind): boolean {
  const pair = [one, other];
  return pair.includes('mountain') && !pair.includes('sun') && !pair.includes('cloud');
}

/** The preferred distance that a boat sails to a lighthouse, and the minimum, as shares of the width. */
const WAY = 0.3;
const NEAREST = 0.18;

/** The cost of a boat and a lighthouse being too close to each other; 0 for everything else. */
export function costOfWay(
  place: PlacedSubject,
  { among, width }: { readonly among: readonly PlacedSubject[]; readonly width: number },
): number {
  const other = place.kind === 'lighthouse' ? 'boat' : place.kind === 'boat' ? 'lighthouse' : undefined;
  const partner = among.find(({ kind }) => kind === other);
  if (!partner) return 0;
  const gap = gapBetween(place, partner) / width;
  return 6 * Math.abs(gap - WAY) + (gap < NEAREST ? 150 * (NEAREST - gap) : 0);
}

function gapBetween(one: Box, other: Box): number {
  return Math.max(one.x - other.x - other.width, other.x - one.x - one.width);
}
