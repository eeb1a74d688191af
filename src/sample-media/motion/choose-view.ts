import type { SceneThing } from '../../gateway/ports/media/media.ts';
import type { Box } from '../draw/stage.ts';
import type { ScenePlan } from '../scene/plan-scene.ts';
import { createAddition, type Extended } from './entries.ts';
import { shareIn, type View } from './view.ts';

export interface ChosenView extends Extended {
  readonly view: View;
}

export interface ViewChoice {
  readonly views: readonly View[];
  readonly size: Parameters<typeof createAddition>[0]['size'];
  /** Named by the prompt of the picture. */
  readonly shown: readonly SceneThing[];
  /** Named by the prompt of the clip. */
  readonly named: readonly SceneThing[];
}

/**
 * Chooses the part of a picture that a clip shows: the one that contains the most of what the prompts name and has
 * room for the rest. What the clip's prompt names is always in it, added where the picture lacks it or has it
 * elsewhere.
 */
export function chooseView(
  plan: Pick<ScenePlan, 'subjects' | 'horizon' | 'stage'>,
  { views, size, shown, named }: ViewChoice,
): ChosenView {
  const addTo = createAddition({ plan, size, things: named });
  let best: { readonly chosen: ChosenView; readonly cost: number } | undefined;
  for (const view of views) {
    const extended = addTo(view);
    const cost = extended.cost + lossOf(view, { plan, shown, named }) + costOfTwins(view, extended);
    if (!best || cost < best.cost) best = { chosen: { ...extended, view }, cost };
  }
  if (!best) throw new RangeError('a scene has at least one view');
  return best.chosen;
}

/** The cost of a thing out of view. */
const NAMED = 60;
const SHOWN = 25;
const OTHER = 1;
/** The cost of adding a second thing because the first is out of view, and the cost if a part of the first is visible. */
const AGAIN = 40;
const BOTH_SEEN = 100;
const LAND = 12;
const SKY = 6;
const OFF_CENTRE = 2;
/** Margin around what is in view, as a share of the shorter side. */
const AIR = 0.05;

function lossOf(
  view: View,
  {
    plan: { subjects, horizon, stage },
    shown,
    named,
  }: Pick<ViewChoice, 'shown' | 'named'> & {
    readonly plan: Pick<ScenePlan, 'subjects' | 'horizon' | 'stage'>;
  },
): number {
  let loss = 0;
  for (const subject of subjects) {
    const share = shareIn(view, withAir(subject, AIR * Math.min(view.width, view.height)));
    const ofClip = named.includes(subject.kind) ? NAMED : 0;
    const ofPicture = shown.includes(subject.kind) ? SHOWN : 0;
    loss += (OTHER + ofClip + ofPicture) * (1 - share);
  }
  const atMost = (share: number) => Math.min(Math.max(share, 0), 1);
  loss += LAND * (1 - atMost((view.y + view.height - horizon) / (0.4 * view.height)));
  loss += SKY * (1 - atMost((horizon - view.y) / (0.3 * view.height)));
  const off =
    Math.abs(view.x + (view.width - stage.width) / 2) / stage.width +
    Math.abs(view.y + (view.height - stage.height) / 2) / stage.height;
  return loss + OFF_CENTRE * off;
}

function withAir({ x, y, width, height }: Box, air: number): Box {
  return { x: x - air, y: y - air, width: width + 2 * air, height: height + 2 * air };
}

function costOfTwins(view: View, { subjects, entering }: Extended): number {
  const kinds = [...entering].map(({ kind }) => kind);
  const twins = subjects.filter((subject) => kinds.includes(subject.kind) && !entering.has(subject));
  return twins.reduce((sum, twin) => sum + AGAIN + BOTH_SEEN * shareIn(view, twin), 0);
}
