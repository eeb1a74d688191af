import type { CatalogueModel } from '../../generated/catalogue.ts';
import * as policies from '../../generated/policy-sections.ts';
import { compileExpression, holds } from './rules/cel.ts';
import type { Self } from './rules/self.ts';

/** The outputs of a request, without their size. */
export type OutputPlan =
  | {
      readonly kind: 'image';
      readonly count: number;
      readonly format: 'png' | 'jpeg';
      readonly transparent: boolean;
      readonly watermark: boolean;
      /** Maximum number of layers above the base image, for a layer decomposition. */
      readonly maxLayers: number | undefined;
    }
  | { readonly kind: 'video'; readonly seconds: number };

/** Derives the outputs of a valid request from the model's output rules; throws on a rule without a result. */
export function planOutput(model: CatalogueModel, self: Self): OutputPlan {
  const { output } = model;
  if (output?.kind === 'video') {
    return { kind: 'video', seconds: toCount(output.video?.seconds ?? '1', self) };
  }
  const { images, format, transparent, watermark, layers } = output ?? {};
  return shared({
    kind: 'image',
    count: toCount(images?.count ?? '1', self),
    format: format && evaluate(format.expression, self) === 'jpeg' ? 'jpeg' : 'png',
    transparent: transparent !== undefined && holds(transparent.expression, self),
    watermark: watermark !== undefined && holds(watermark.expression, self),
    maxLayers: layers && holds(layers.when, self) ? layers.max : undefined,
  });
}

type ImagePlan = Extract<OutputPlan, { readonly kind: 'image' }>;

let lastPlan: ImagePlan | undefined;

/** Most requests plan the same as the one before: their unfinished tasks share one plan. */
function shared(plan: ImagePlan): ImagePlan {
  const isSame =
    lastPlan?.count === plan.count &&
    lastPlan.format === plan.format &&
    lastPlan.transparent === plan.transparent &&
    lastPlan.watermark === plan.watermark &&
    lastPlan.maxLayers === plan.maxLayers;
  if (!lastPlan || !isSame) lastPlan = plan;
  return lastPlan;
}

/** Seconds until a result is expected, by tier (sections 4.4.1 and 4.4.3). */
export function estimatedSeconds(model: CatalogueModel, tier: string | undefined): number {
  const byTier = model.output?.estimated_seconds?.by_tier ?? {};
  const known = tier === undefined ? undefined : byTier[tier];
  return known ?? (Math.max(0, ...Object.values(byTier)) || policies.tasks.default_estimated_seconds);
}

/** Lifetime of a result link in seconds (section 2.5). */
export function linkLifeSeconds(model: CatalogueModel): number {
  return model.output?.link_life_seconds?.value ?? policies.results.link_life_seconds;
}

function toCount(source: string, self: Self): number {
  const value = evaluate(source, self);
  if (typeof value !== 'bigint') throw new TypeError(`${source} gave no integer`);
  return Number(value);
}

function evaluate(source: string, self: Self): unknown {
  const result = compileExpression(source)(self);
  if (result.kind === 'error') throw new TypeError(result.message);
  return result.value;
}
