import { policies } from '../../../generated/policies.ts';
import { settleSize, tiersOf } from '../../contract/sizes/size.ts';
import type { Engine, EngineJob, EngineOutput } from '../../gateway/ports/media/engine.ts';
import type { ImageDescription } from '../../gateway/ports/media/media.ts';
import { planLayers } from '../../sample-media/sample-media.ts';
import { firstWords } from './first-words.ts';
import { readPrompt } from './read-prompt.ts';

type Sized = ReturnType<typeof settleSize>;
type ImagePlan = Extract<EngineJob['output'], { kind: 'image' }>;

const { fewest_layers: FEWEST_LAYERS } = policies.results;

/**
 * A simulated engine, `speed` times as fast as the contract's estimates: same seed and same request, same result. It
 * never fails by itself.
 */
export function createSimulator({ speed = 1 }: Pick<Engine, 'speed'> = {}): Engine {
  return {
    speed,
    plan(job) {
      const size = settleSize(job.model, job.size, job.references[0]);
      const count = job.output.kind === 'image' ? job.output.count : 1;
      return each(count, () => size);
    },
    async run(job) {
      const { output } = job;
      const size = actualSize(job);
      if (output.kind === 'video') return { kind: 'success', outputs: [clip(job, size, output.seconds)] };
      const outputs =
        output.maxLayers === undefined
          ? each(output.count, (index) => picture(job, { output, size, index }))
          : await layered(job, { output, size, maxLayers: output.maxLayers });
      return { kind: 'success', outputs };
    },
  };
}

/** Builds a list of values. Most have one; a list that grows takes room for 17, and tasks keep theirs. */
function each<Value>(count: number, make: (index: number) => Value): readonly Value[] {
  return count === 1 ? [make(0)] : Array.from({ length: count }, (_none, index) => make(index));
}

/** Where the tier is only a maximum, the result follows the input: the lowest tier that keeps all of its pixels. */
function actualSize({ model, size, references: [reference] }: EngineJob): Sized {
  const ceiling = settleSize(model, size, reference);
  if (size.kind !== 'auto' || !size.isCeiling || !reference) return ceiling;
  const tiers = tiersOf(model).map((tier) => settleSize(model, { ...size, tier }, reference));
  const wanted = reference.width * reference.height;
  const fits = tiers.find(({ width, height }) => width * height >= wanted);
  return fits && fits.width * fits.height < ceiling.width * ceiling.height ? fits : ceiling;
}

/** A clip begins with its first reference: the scene, if the simulator drew that picture, or a copy of any other. */
function clip(job: EngineJob, { width, height, tier }: Sized, durationSeconds: number): EngineOutput {
  const { scene, ...look } = lookOf(job, 0);
  const clip = { width, height, durationSeconds, ...look };
  const [reference] = job.references;
  if (reference?.drawn) {
    const still = { width: reference.width, height: reference.height };
    const added = scene?.things ? { added: scene.things } : {};
    return { kind: 'video', tier, drawing: { ...clip, ...reference.drawn, still, ...added } };
  }
  const drawing = { ...clip, seed: toSeed(job.seed), ...(scene ? { scene } : {}) };
  const picture = reference?.picture === undefined ? {} : { picture: reference.picture };
  return { kind: 'video', tier, drawing: { ...drawing, ...picture } };
}

/** What the prompt requests, and the caption that identifies this result within its task. */
function lookOf({ model, request }: EngineJob, index: number): Pick<ImageDescription, 'scene' | 'caption'> {
  const prompt = typeof request.prompt === 'string' ? request.prompt : '';
  const scene = readPrompt(prompt);
  const caption = `${model.identity.id} #${index + 1} ${firstWords(prompt)}`.trim();
  return scene ? { scene, caption } : { caption };
}

function picture(
  job: EngineJob,
  { output, size, index }: { readonly output: ImagePlan; readonly size: Sized; readonly index: number },
): EngineOutput {
  const { width, height, tier } = size;
  const { format, watermark, transparent } = output;
  const background = transparent ? 'transparent' : 'opaque';
  return {
    kind: 'image',
    tier,
    drawing: {
      width,
      height,
      format,
      seed: toSeed(job.seed + index),
      watermark,
      background,
      ...lookOf(job, index),
    },
  };
}

async function layered(
  job: EngineJob,
  {
    output,
    size,
    maxLayers,
  }: { readonly output: ImagePlan; readonly size: Sized; readonly maxLayers: number },
): Promise<readonly EngineOutput[]> {
  const { width, height, tier } = size;
  const { seed } = job;
  const { scene, caption } = lookOf(job, 0);
  const count = FEWEST_LAYERS + (toSeed(seed) % (maxLayers - FEWEST_LAYERS + 1));
  const layers = await planLayers({ width, height, seed: toSeed(seed) }, { count });
  const drawing = { seed: toSeed(seed), watermark: false, ...(scene ? { scene } : {}) } as const;
  const base: EngineOutput = {
    kind: 'image',
    tier,
    drawing: {
      ...drawing,
      width,
      height,
      format: output.format,
      watermark: output.watermark,
      background: 'opaque',
      ...(caption === undefined ? {} : { caption }),
      layer: { index: 0 },
    },
    layer: { zIndex: 0 },
  };
  return [
    base,
    ...layers.map(
      ({ index, name, description, box }): EngineOutput => ({
        kind: 'image',
        tier,
        drawing: {
          ...drawing,
          width: box[2] - box[0],
          height: box[3] - box[1],
          format: 'png',
          background: 'transparent',
          layer: { index },
        },
        layer: { zIndex: index, name, description, box },
      }),
    ),
  ];
}

function toSeed(seed: number): number {
  return Math.trunc(Number.isFinite(seed) ? seed : 0) >>> 0;
}
