import type { SubjectKind } from '../draw/draw-subject.ts';
import type { PlacedSubject, ScenePlan } from '../scene/plan-scene.ts';
import type { Pose } from './layer.ts';
import type { View } from './view.ts';

/** How a subject moves: its pose this many seconds after the beginning, the number of its pictures, and how often it changes. */
export interface Move {
  readonly at: (seconds: number) => Pose;
  /** Number of pictures in one cycle of its movement. */
  readonly pictures: number;
  /** Frames between changes. */
  readonly every: number;
}

export interface Scene {
  readonly plan: Pick<ScenePlan, 'palette' | 'subjects'>;
  readonly view: View;
  readonly seconds: number;
}

/** How a subject of a scene moves; undefined for one that stands still. Distances follow the length of the clip. */
export function moveOf(subject: PlacedSubject, scene: Scene): Move | undefined {
  const { plan, view, seconds } = scene;
  const side = Math.min(view.width, view.height);
  const drift = (share: number) => Math.min(share * view.width, 0.09 * view.width * seconds) / seconds;
  switch (subject.kind) {
    case 'sun':
      return { ...STILL, at: (time) => sunAt(plan.palette.hour, (time / seconds) * side), every: 6 };
    case 'cloud':
      return { ...STILL, at: (time) => ({ x: time * drift(0.12), y: 0 }), every: 3 };
    case 'wisp':
      return { ...STILL, at: (time) => ({ x: -time * drift(0.1), y: 0 }), every: 3 };
    case 'boat': {
      const way = sailingWay(subject, scene);
      return {
        ...STILL,
        at: (time) => ({ x: eased(time / seconds) * way, y: 3.5 * Math.sin(time * 2.4) }),
        every: 2,
      };
    }
    case 'birds':
      return {
        at: (time) => ({
          x: time * drift(0.42),
          y: -0.012 * side * time + 10 * Math.sin(time * 1.7),
          picture: Math.floor(time * 12),
        }),
        pictures: 8,
        every: 2,
      };
    case 'balloon': {
      const rise = Math.max(Math.min(0.22 * side, subject.y - view.y - 0.03 * side), 0);
      return {
        ...STILL,
        at: (time) => ({
          x: 0.05 * side * Math.sin((time / seconds) * 2.2),
          y: -rise * eased(time / seconds),
        }),
        every: 2,
      };
    }
    case 'kite':
      return {
        ...STILL,
        at: (time) => ({ x: 34 * Math.sin(time * 1.6), y: 22 * Math.sin(time * 2.5) }),
        every: 2,
      };
    case 'windmill':
      return { at: (time) => ({ x: 0, y: 0, picture: Math.floor(time * 12) }), pictures: 14, every: 2 };
    case 'lighthouse':
      return plan.palette.hour === 'night'
        ? { at: (time) => ({ x: 0, y: 0, picture: Math.floor(time * 4) }), pictures: 8, every: 6 }
        : undefined;
    default:
      return undefined;
  }
}

const STILL = { pictures: 1 } as const;

/** Starts and stops gently. */
function eased(share: number): number {
  return share * share * (3 - 2 * share) * 0.5 + share * 0.5;
}

/** The sun rises in the morning and sinks in the evening; at other times it wanders. */
function sunAt(hour: string, way: number): Pose {
  if (hour === 'dawn') return { x: way * 0.03, y: -way * 0.1 };
  if (hour === 'dusk') return { x: -way * 0.04, y: way * 0.045 };
  return { x: -way * 0.08, y: -way * 0.025 };
}

/** Things that a boat does not sail past. */
const obstacles: ReadonlySet<SubjectKind> = new Set(['lighthouse', 'windmill', 'house']);
const CLEARANCE = 8;

/**
 * How far a boat sails, in stage units, to the left when negative: to a lighthouse where there is one, and never behind a
 * building or out of the picture.
 */
export function sailingWay(
  boat: PlacedSubject,
  { plan: { subjects }, view, seconds }: Omit<Scene, 'plan'> & { readonly plan: Pick<ScenePlan, 'subjects'> },
): number {
  const margin = 0.02 * view.width;
  let left = view.x + margin;
  let right = view.x + view.width - margin - boat.width;
  const centre = boat.x + boat.width / 2;
  for (const { kind, x, width, y } of subjects) {
    if (!obstacles.has(kind) || y > boat.y + boat.height) continue;
    if (x + width / 2 < centre) left = Math.max(left, x + width + CLEARANCE);
    else right = Math.min(right, x - boat.width - CLEARANCE);
  }
  const wanted = Math.min(0.075 * seconds, 0.42) * view.width;
  const room = { left: Math.max(boat.x - left, 0), right: Math.max(right - boat.x, 0) };
  // If there are two, the second was added because the view does not show the first.
  const lighthouse = subjects.findLast(({ kind }) => kind === 'lighthouse');
  const ahead = lighthouse && (lighthouse.x < boat.x ? 'left' : 'right');
  const wider = room.left >= Math.min(wanted, room.right) ? 'left' : 'right';
  const side = ahead !== undefined && room[ahead] > 0.12 * view.width ? ahead : wider;
  return Math.min(room[side], wanted) * (side === 'left' ? -1 : 1);
}
