import type { ImageDescription } from '../../../gateway/ports/media/media.ts';
import { createRandom } from '../scene/create-random.ts';
import { pickPalette } from '../scene/pick-palette.ts';
import { distanceOf, layerKind, layerLimit, planScene, type ScenePlan } from '../scene/plan-scene.ts';
import { drawFalling, planFalling, veilSubject } from '../scene/weather.ts';
import { drawBackdrop } from './draw-backdrop.ts';
import { drawCaption, drawSizeLabel, drawWatermark } from './draw-label.ts';
import { drawSubject, type SubjectKind } from './draw-subject.ts';
import { createStage, type Stage, toSvg } from './stage.ts';

/** Subjects that make a picture on their own. */
const soloists: readonly SubjectKind[] = [
  'balloon',
  'house',
  'boat',
  'tree',
  'lighthouse',
  'windmill',
  'kite',
  'flowers',
];

/** Draws a description as an SVG document: a landscape, its base without subjects, one layer, or one subject on nothing. */
export function composePicture(description: ImageDescription): string {
  const { layer, background } = description;
  if (layer !== undefined && layer.index > 0) return composeLayer(description, layerKind(layer.index));
  if (layer !== undefined) return composeBase(description);
  if (background === 'transparent') return composeSolo(description);
  return composeLandscape(description);
}

function composeLandscape(description: ImageDescription): string {
  const plan = planScene(description, { subjects: 'some', wish: description.scene });
  return toSvg(
    plan.stage,
    drawBackdrop(plan, description.seed) +
      drawSubjects(plan) +
      drawFalling(planFalling(plan.stage, plan.weather, description.seed), plan.weather) +
      drawLabels(plan.stage, description),
  );
}

function composeBase(description: ImageDescription): string {
  const plan = planScene(description, { subjects: layerLimit, wish: description.scene });
  return toSvg(
    plan.stage,
    drawBackdrop(plan, description.seed) +
      drawFalling(planFalling(plan.stage, plan.weather, description.seed), plan.weather) +
      drawLabels(plan.stage, description),
  );
}

function composeLayer({ width, height, seed, scene }: ImageDescription, kind: SubjectKind): string {
  const stage = createStage(width, height);
  const palette = veilSubject(pickPalette(seed, scene), scene?.weather, distanceOf(kind));
  return toSvg(stage, drawSubject(kind, palette, { x: 0, y: 0, ...sides(stage) }));
}

function composeSolo(description: ImageDescription): string {
  const stage = createStage(description.width, description.height);
  const { seed, scene } = description;
  const kind = scene?.things?.[0] ?? soloists[createRandom(seed, 3).index(soloists.length)] ?? 'balloon';
  const { width, height } = sides(stage);
  const box = { x: width * 0.12, y: height * 0.12, width: width * 0.76, height: height * 0.76 };
  const mark = description.watermark ? drawWatermark(stage) : '';
  return toSvg(stage, drawSubject(kind, pickPalette(seed, scene), box) + mark);
}

function drawSubjects({ subjects, palette, weather }: ScenePlan): string {
  return subjects
    .map((subject) =>
      drawSubject(subject.kind, veilSubject(palette, weather, distanceOf(subject.kind)), subject),
    )
    .join('');
}

function drawLabels(
  stage: Stage,
  { watermark, caption }: Pick<ImageDescription, 'watermark' | 'caption'>,
): string {
  const mark = watermark ? drawWatermark(stage) : '';
  return drawSizeLabel(stage) + (caption === undefined ? '' : drawCaption(stage, caption)) + mark;
}

function sides({ width, height }: Stage): { readonly width: number; readonly height: number } {
  return { width, height };
}
