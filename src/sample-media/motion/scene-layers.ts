import type { ClipDescription } from '../../gateway/ports/media/media.ts';
import { drawPlaced } from '../draw/compose-picture.ts';
import { drawBackdropParts } from '../draw/draw-backdrop.ts';
import { drawCaption, drawSizeLabel } from '../draw/draw-label.ts';
import { createStage, type Size } from '../draw/stage.ts';
import { type PlacedSubject, planScene, type ScenePlan } from '../scene/plan-scene.ts';
import { planFalling } from '../scene/weather.ts';
import { chooseView } from './choose-view.ts';
import type { PlannedLayer } from './layer.ts';
import { type Move, moveOf } from './moves.ts';
import { fallingLayers, flockLayers, glintLayers, leafLayers } from './small-layers.ts';
import { shareIn, type View, viewsOf } from './view.ts';

/** A scene to be rendered: what stands still behind everything, and the layers in front of it. */
export interface PlannedScene {
  readonly view: View;
  /** Drawn in stage units. */
  readonly backdrop: string;
  readonly layers: readonly PlannedLayer[];
}

const NO_MOVE: Move = { at: () => ({ x: 0, y: 0 }), pictures: 1, every: 1 };

/** Plans a clip of a drawn scene: its first frame is the scene as a picture shows it, then everything moves that can. */
export function planMovingScene(description: ClipDescription): PlannedScene {
  const { width, height, seed, scene, still, added = [], caption, durationSeconds: seconds } = description;
  const { stage, views } = viewsOf({ width, height }, still);
  const size = { width: stage.pixelWidth, height: stage.pixelHeight, seed };
  const plan = planScene(size, { subjects: 'some', wish: scene });
  const { view, subjects, entering } = chooseView(plan, {
    views,
    size,
    shown: scene?.things ?? [],
    named: added,
  });
  const backdrop = drawBackdropParts(plan, seed);
  const extended = { ...plan, subjects };
  const placed = subjects.map((subject) => ({
    subject,
    move: moveOf(subject, { plan: extended, view, seconds }),
    isEntering: entering.has(subject),
  }));
  const hasNewBoat = [...entering].some(({ kind }) => kind === 'boat');
  const water = !plan.lake && hasNewBoat ? waterLayers(plan, { seed, view }) : [];
  // What is behind everything that moves is part of the backdrop.
  const firstMoving = placed.findIndex(({ move, isEntering }) => move || isEntering || water.length > 0);
  const behind = firstMoving < 0 ? placed.length : firstMoving;
  const falling = fallingLayers(planFalling(stage, plan.weather, seed), plan.weather, { stage, view });
  const moving = placed.filter(({ subject, move }) => move && shareIn(view, subject) > 0.5);
  const hasBirds = scene?.absent?.includes('birds') || moving.some(({ subject }) => subject.kind === 'birds');
  const { hour, accent } = plan.palette;
  const passing = !hasBirds
    ? flockLayers(view, hour === 'night' ? '#e1e4ee' : '#24262e')
    : moving.length + falling.length === 0
      ? leafLayers(view, { colours: accent, seed })
      : [];
  return {
    view,
    backdrop:
      backdrop.still +
      placed
        .slice(0, behind)
        .map(({ subject }) => drawPlaced(subject, plan))
        .join(''),
    layers: [
      ...glintLayers(backdrop.glints, seed),
      ...water,
      ...placed
        .slice(behind)
        .map(({ subject, move = NO_MOVE, isEntering }) => subjectLayer(subject, { plan, move, isEntering })),
      ...passing,
      ...falling,
      ...labelLayers({ width, height, caption, view, seconds }),
    ],
  };
}

interface LayerOfSubject {
  readonly plan: ScenePlan;
  readonly move: Move;
  readonly isEntering: boolean;
}

function subjectLayer(subject: PlacedSubject, { plan, move, isEntering }: LayerOfSubject): PlannedLayer {
  const { pictures } = move;
  const drawings = Array.from({ length: pictures }, (_, index) =>
    drawPlaced(subject, plan, index / pictures),
  );
  const { kind: _kind, ...box } = subject;
  if (!isEntering) return { drawings, box, at: move.at, every: move.every };
  return appearing({ drawings, box, at: move.at, every: move.every });
}

/** The same land with a lake, for a boat that a picture without water has no place for. */
function waterLayers(
  plan: ScenePlan,
  { seed, view }: { readonly seed: number; readonly view: View },
): readonly PlannedLayer[] {
  const { still, glints } = drawBackdropParts({ ...plan, lake: true }, seed);
  const box = { x: view.x, y: plan.horizon, width: view.width, height: view.y + view.height - plan.horizon };
  return [{ drawings: [still], box, ...NO_MOVE, every: 2 }, ...glintLayers(glints, seed)].map(appearing);
}

function appearing({ at, every, ...layer }: PlannedLayer): PlannedLayer {
  const appearingAt = (seconds: number) => {
    const pose = at(seconds);
    return { ...pose, opacity: (pose.opacity ?? 1) * appearance(seconds) };
  };
  return { ...layer, at: appearingAt, every: Math.min(every, 2) };
}

/** Things that the prompt adds to a picture appear within the first seconds. */
function appearance(seconds: number): number {
  return Math.min(Math.max(Math.round((seconds - 0.25) * 10) / 10, 0), 1);
}

interface Labels extends Size {
  readonly caption: string | undefined;
  readonly view: View;
  readonly seconds: number;
}

const BAR = 4;

/** Caption, size and progress: they belong to the clip, whatever part of a picture it shows. */
function labelLayers({ width, height, caption, view, seconds }: Labels): readonly PlannedLayer[] {
  const stage = createStage(width, height);
  const strip = Math.min(STRIP, stage.height / 2);
  const toView = view.width / stage.width;
  const fixed = { at: () => ({ x: 0, y: 0 }), every: 1 };
  const place = (drawing: string) =>
    `<g transform="translate(${view.x} ${view.y}) scale(${toView})">${drawing}</g>`;
  const part = (top: number, rows: number) => ({
    x: view.x,
    y: view.y + top * toView,
    width: view.width,
    height: rows * toView,
  });
  const unit = stage.width / width;
  const [left, top] = [16 * unit, (height - 10) * unit];
  const bar = { width: Math.max(stage.width - 2 * left, unit), height: BAR * unit };
  const draw = (colour: string) =>
    place(`<rect x="${left}" y="${top}" width="${bar.width}" height="${bar.height}" ${colour}/>`);
  const barBox = { ...part(top, bar.height), x: view.x + left * toView, width: bar.width * toView };
  return [
    {
      drawings: [place(caption === undefined ? '' : drawCaption(stage, caption))],
      box: part(0, strip),
      ...fixed,
    },
    { drawings: [place(drawSizeLabel(stage))], box: part(stage.height - strip, strip), ...fixed },
    { drawings: [draw('fill="#282828" fill-opacity=".43"')], box: barBox, ...fixed },
    {
      drawings: [draw('fill="#f0f0f0" fill-opacity=".92"')],
      box: barBox,
      at: (time) => ({ x: 0, y: 0, shown: Math.min((time + 1 / 24) / seconds, 1) }),
      every: 1,
    },
  ];
}

/** Height of the part of the picture that has a label, in stage units. */
const STRIP = 96;
