import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';
import { modelOfTask } from '../../contract/base-model.ts';
import type { Catalogue, CatalogueModel } from '../../contract/catalogue.ts';
import { type NanoUsd, toUsdNumber } from '../../contract/money.ts';
import { linkLifeSeconds } from '../../contract/output.ts';
import { normalizeEdges } from '../../contract/sizes/layer-box.ts';
import { fileTarget } from '../media/file-target.ts';
import type { EngineOutput } from '../ports/media/engine.ts';
import type { Task } from '../ports/store.ts';
import { progressAt } from './timeline.ts';

type Schemas = components['schemas'];
type TaskRecord = Schemas['TaskRecord'];
type ImageOutput = Extract<EngineOutput, { kind: 'image' }>;
type VideoOutput = Extract<EngineOutput, { kind: 'video' }>;

/** The terminal success values that section 3 names. */
export type SuccessStatus = (typeof policies.tasks.success_values)[number];

/** How long finished tasks are kept: their links expire no later. */
export interface Kept {
  /** Undefined for unlimited. */
  readonly keepSeconds?: number | undefined;
}

/** When the record is read, and which status value means success. */
export interface RecordOptions extends Kept {
  readonly catalogue: Catalogue;
  readonly now: number;
  readonly successStatus?: SuccessStatus;
}

/** The task record of section 2.4 at `now`: the response to polls and the payload of a callback. That of a finished task never changes. */
export function toTaskRecord(
  task: Task,
  { catalogue, now, successStatus = 'success', keepSeconds }: RecordOptions,
): TaskRecord {
  const model = modelOfTask(task, catalogue);
  const { status, progress } = progressAt(task, now);
  const { outcome, finishedAt, createdAt, dueAt } = task;
  const charge = outcome?.charge ?? 0n;
  return {
    id: task.id,
    object: 'task',
    model: task.modelName,
    status: status === 'success' ? successStatus : status,
    progress,
    created: toSeconds(createdAt),
    ...(finishedAt === undefined ? {} : { completed: toSeconds(finishedAt) }),
    estimated_time: toSeconds(dueAt - createdAt),
    ...(finishedAt === undefined ? {} : { actual_time: toSeconds(finishedAt - createdAt) }),
    cost: toUsdNumber(charge),
    credits_cost: toCredits(charge),
    ...(outcome?.status === 'success'
      ? { result: toResult(task, outcome.outputs, linksExpireAt(task, model, { keepSeconds })) }
      : {}),
    ...(outcome?.status === 'failed' ? { error: outcome.error } : {}),
  };
}

/** When the links of a finished task expire, in Unix seconds (section 2.5): no later than its task. */
export function linksExpireAt(task: Task, model: CatalogueModel, { keepSeconds }: Kept): number {
  const seconds = Math.min(linkLifeSeconds(model), keepSeconds ?? Number.POSITIVE_INFINITY);
  return toSeconds(task.finishedAt ?? task.dueAt) + seconds;
}

/** An amount in credits, exact. */
export function toCredits(amount: NanoUsd): number {
  return toUsdNumber(amount * BigInt(policies.money.credits_per_usd));
}

function toResult(task: Task, outputs: readonly EngineOutput[], expires: number): Schemas['TaskResult'] {
  const images = outputs.filter((output) => output.kind === 'image');
  const videos = outputs.filter((output) => output.kind === 'video');
  return {
    ...(images.length > 0 ? { images: [toImageResult(task, images, expires)] } : {}),
    ...(videos.length > 0 ? { videos: [toVideoResult(task, videos, expires)] } : {}),
  };
}

function toImageResult(task: Task, images: readonly ImageOutput[], expires: number): Schemas['ImageResult'] {
  const isLayered = images.some(({ layer }) => layer);
  const [base] = images;
  return {
    url: images.map((image, index) => linkTo(task, index, image.drawing.format)),
    sizes: images.map(({ drawing }) => sizeOf(drawing)),
    output_formats: images.map(({ drawing }) => drawing.format),
    expires_at: expires,
    ...(isLayered && base
      ? { layer_decomposition: true, layers: images.map((image, index) => toLayer(image, { base, index })) }
      : {}),
  };
}

function toLayer(
  { drawing, layer }: ImageOutput,
  { base, index }: { readonly base: ImageOutput; readonly index: number },
): Schemas['ImageLayer'] {
  const { name, description, box } = layer ?? {};
  return {
    z_index: layer?.zIndex ?? index,
    size: sizeOf(drawing),
    output_format: drawing.format,
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(box
      ? { bounding_box: { absolute: [...box], normalized: [...normalizeEdges(box, base.drawing)] } }
      : {}),
  };
}

function toVideoResult(task: Task, videos: readonly VideoOutput[], expires: number): Schemas['VideoResult'] {
  return {
    url: videos.map((_video, index) => linkTo(task, index, 'mp4')),
    sizes: videos.map(({ drawing }) => sizeOf(drawing)),
    output_formats: videos.map(() => 'mp4'),
    duration: Math.max(...videos.map(({ drawing }) => drawing.durationSeconds)),
    expires_at: expires,
  };
}

function linkTo(task: Task, index: number, format: string): string {
  return `${task.linkOrigin}${fileTarget({ taskId: task.id, index, format })}`;
}

function sizeOf({ width, height }: { readonly width: number; readonly height: number }): string {
  return `${width}x${height}`;
}

function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
