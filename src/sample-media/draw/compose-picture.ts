import type { ImageDescription, LayerDescription } from '../../gateway/ports/media/media.ts';
import { createRandom } from '../scene/create-random.ts';
import { pickPalette } from '../scene/pick-palette.ts';
import {
  distanceOf,
  layerKind,
  layerLimit,
  type PlacedSubject,
  planScene,
  type ScenePlan,
} from '../scene/plan-scene.ts';
import { drawFalling, planFalling, veilSubject } from '../scene/weather.ts';
import { drawBackdrop } from './draw-backdrop.ts';
import { drawCaption, drawSizeLabel, drawWatermark } from './draw-label.ts';
import { drawSubject, type SubjectKind } from './draw-subject.ts';
import { createStage, type Stage, toSvg } from './stage.ts';

/** Subjects that make a picture on their own. */
const soloSubjects: readonly SubjectKind[] = [
  ...(['balloon', 'house', 'boat', 'tree'] as const),
  ...(['lighthouse', 'windmill', 'kite', 'flowers'] as const),
];

/** Draws a landscape as an SVG document. */
export function composeLandscape(image: ImageDescription): string {
  const plan = planScene(image, { subjects: 'some', wish: image.scene });
  return composeScene(plan, plan.subjects.map((subject) => drawPlaced(subject, plan)).join(''), image);
}

/** Draws the landscape of all layers without its subjects. */
export function composeBase(image: ImageDescription): string {
  return composeScene(planScene(image, { subjects: layerLimit, wish: image.scene }), '', image);
}

function composeScene(plan: ScenePlan, subjects: string, { seed, ...labels }: ImageDescription): string {
  const { stage, weather } = plan;
  const falling = drawFalling(planFalling(stage, weather, seed), weather);
  return toSvg(stage, drawBackdrop(plan, seed) + subjects + falling + drawLabels(stage, labels));
}

/** Draws a subject where it was placed, in the colours of its distance. `pose` is a share of its movement. */
export function drawPlaced(
  { kind, ...box }: PlacedSubject,
  { palette, weather }: ScenePlan,
  pose = 0,
): string {
  return drawSubject(kind, veilSubject(palette, weather, distanceOf(kind)), { ...box, pose });
}

/** Draws the subject of a layer as it fills its box. */
export function composeLayer({ width, height, seed, scene, layer }: LayerDescription): string {
  const kind = layerKind(layer.index);
  const stage = createStage(width, height);
  const palette = veilSubject(pickPalette(seed, scene), scene?.weather, distanceOf(kind));
  return toSvg(stage, drawSubject(kind, palette, { x: 0, y: 0, width: stage.width, height: stage.height }));
}

/** Draws one subject on its own: the first requested one, or one that the seed picks. */
export function composeSubject(image: ImageDescription): string {
  const stage = createStage(image.width, image.height);
  const { seed, scene } = image;
  const kind =
    scene?.things?.[0] ?? soloSubjects[createRandom(seed, 3).index(soloSubjects.length)] ?? 'balloon';
  const { width, height } = stage;
  const box = { x: width * 0.12, y: height * 0.12, width: width * 0.76, height: height * 0.76 };
  const mark = image.watermark ? drawWatermark(stage) : '';
  return toSvg(stage, drawSubject(kind, pickPalette(seed, scene), box) + mark);
}

function drawLabels(
  stage: Stage,
  { watermark, caption }: Pick<ImageDescription, 'watermark' | 'caption'>,
): string {
  const mark = watermark ? drawWatermark(stage) : '';
  return drawSizeLabel(stage) + (caption === undefined ? '' : drawCaption(stage, caption)) + mark;
}
