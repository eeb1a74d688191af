import type { SubjectKind } from '../draw/draw-subject.ts';
import type { Box } from '../draw/stage.ts';
import { findPlace, sharedBy } from './find-place.ts';
import { costOfWay, mayOverlap } from './neighbours.ts';
import type { PlacedSubject, ScenePlan } from './plan-scene.ts';
import { slots } from './scene-slots.ts';

/** Sizes that are tried in turn until nothing hides another. */
const SCALES = [1, 0.85, 0.7, 0.6, 0.5, 0.4];
/** The cost of hiding a thing completely. */
const HIDDEN = 100;
/** Number of heights that are tried in the sky. */
const ROWS = 7;

/**
 * Places the things that a prompt names, in its order, the first one where it usually is: each as near to its usual
 * place as possible without hiding another, all of them smaller if there is too little room. A mountain may stand
 * behind anything but the sun and clouds.
 */
export function arrangeNamed(
  named: readonly PlacedSubject[],
  land: Pick<ScenePlan, 'stage' | 'horizon'>,
): ReadonlyMap<SubjectKind, PlacedSubject> {
  let best: { readonly places: readonly PlacedSubject[]; readonly hidden: number } | undefined;
  for (const scale of SCALES) {
    const arranged = arrange(named, { ...land, scale });
    if (!best || arranged.hidden < best.hidden) best = arranged;
    if (best.hidden === 0) break;
  }
  return new Map(best?.places.map((place) => [place.kind, place]));
}

function arrange(
  named: readonly PlacedSubject[],
  { stage, horizon, scale }: Pick<ScenePlan, 'stage' | 'horizon'> & { readonly scale: number },
): { readonly places: readonly PlacedSubject[]; readonly hidden: number } {
  const places: PlacedSubject[] = [];
  let hidden = 0;
  for (const thing of named) {
    const isInSky = slots.some(({ kind, place }) => kind === thing.kind && place === 'sky');
    const weightOf = (kind: SubjectKind) => (mayOverlap(thing.kind, kind) ? 0 : HIDDEN);
    const { place } = findPlace(thing, {
      area: { x: 0, y: 0, width: stage.width, height: stage.height },
      taken: places,
      scales: [scale],
      tops: isInSky ? topsOf(thing, horizon) : [],
      weightOf,
      misfit: (place) =>
        distance(thing, place) / stage.width + costOfWay(place, { among: places, width: stage.width }),
    });
    for (const other of places) hidden += weightOf(other.kind) * sharedBy(place, other);
    places.push(place);
  }
  return { places, hidden };
}

function topsOf({ height }: Box, horizon: number): readonly number[] {
  const [highest, lowest] = [0.06 * horizon, 0.85 * horizon - height];
  return Array.from({ length: ROWS }, (_, row) => highest + ((lowest - highest) * row) / (ROWS - 1));
}

function distance(one: Box, other: Box): number {
  return Math.hypot(
    one.x + one.width / 2 - other.x - other.width / 2,
    one.y + one.height / 2 - other.y - other.height / 2,
  );
}
