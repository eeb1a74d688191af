import type { AddedModels } from '../added-models.ts';
import { referenceFields } from '../media-limits.ts';
import { formatUsd, parseUsd } from '../money.ts';
import { planOutput } from '../output.ts';
import { holdFor, priceOf } from '../price.ts';
import type { Dimensions } from '../sizes/ratio.ts';
import { settleSize } from '../sizes/size.ts';
import type { ValidRequest } from '../validate.ts';
import { expectValid } from './expect-valid.ts';

/** A request body that names its model, which decides what other members it may have. */
export interface ModelRequest {
  readonly model: string;
  readonly [parameter: string]: unknown;
}

/** What is known besides the request. */
export interface PlanOptions {
  /** Models of your own: what `gatewright generate` writes as `models.mjs`. */
  readonly models?: AddedModels;
  /** Price ratio of the key's group, a decimal; `1` by default. */
  readonly groupRatio?: string;
  /** Size of the first reference image in pixels: with `size: "auto"` it decides the ratio of the result. */
  readonly firstReference?: { readonly width: number; readonly height: number };
}

/** Size of each result. */
export interface ResultSize {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
}

/** What a request makes and costs. */
export interface RequestPlan {
  /** Model id. */
  readonly model: string;
  /** Of each result; of the layers of a decomposition, at most. */
  readonly size: ResultSize;
  /** Images, or layers at most; 1 for a clip. */
  readonly count: number;
  /** Length of a clip; undefined for images. */
  readonly seconds: number | undefined;
  /** Held at submission in US dollars, a decimal; what is too much is returned when the task has ended (section 8). */
  readonly holdUsd: string;
  /** Charged in US dollars, a decimal; for a layer decomposition at most. */
  readonly priceUsd: string;
}

/**
 * What a request for images or a clip makes and costs. References are not looked at: a gateway may still refuse one. Throws
 * an `InvalidRequestError` for a request that violates the contract, and for text, whose price depends on its tokens.
 */
export function plan(request: ModelRequest, options: PlanOptions = {}): RequestPlan {
  const { groupRatio = '1', firstReference, models } = options;
  if (parseUsd(groupRatio) < 0n) throw new RangeError(`groupRatio must not be negative; got ${groupRatio}`);
  expectPixels(firstReference);
  const valid = expectValid(request, models);
  const { model, self } = valid;
  const output = planOutput(model, self);
  const [count, seconds] = output.kind === 'video' ? [1, output.seconds] : [output.count, undefined];
  const size = settledSize(valid, firstReference);
  const outputs = Array.from({ length: count }, () => ({ ...size, units: seconds ?? 1 }));
  const references = referenceFields(model, self).flatMap(({ addresses }) => addresses).length;
  const held = holdFor(model, self, { outputs, references, groupRatio });
  const maxLayers = output.kind === 'image' ? output.maxLayers : undefined;
  const charged = maxLayers === undefined ? priceOf(model, outputs, { references, groupRatio }) : held;
  return {
    model: model.identity.id,
    size: { width: size.width, height: size.height },
    count: maxLayers === undefined ? count : maxLayers + 1,
    seconds,
    holdUsd: formatUsd(held),
    priceUsd: formatUsd(charged),
  };
}

function expectPixels(reference: Dimensions | undefined): void {
  if (!reference) return;
  for (const side of ['width', 'height'] as const)
    if (!(Number.isInteger(reference[side]) && reference[side] >= 1))
      throw new RangeError(`firstReference.${side} must be pixels, 1 or more; got ${reference[side]}`);
}

function settledSize({ model, size }: ValidRequest, firstReference: Dimensions | undefined) {
  if (size) return settleSize(model, size, firstReference);
  throw new RangeError(`${model.identity.id} has no sizes`);
}

/** The size of each result in pixels (sections 4.3 and 4.4). Throws as `plan` does. */
export function size(request: ModelRequest, options: PlanOptions = {}): ResultSize {
  return plan(request, options).size;
}

/** The price in US dollars, a decimal, if everything is made (sections 4.3, 4.4 and 8). Throws as `plan` does. */
export function price(request: ModelRequest, options: PlanOptions = {}): string {
  return plan(request, options).priceUsd;
}

/** The hold at submission in US dollars, a decimal (section 8). Throws as `plan` does. */
export function hold(request: ModelRequest, options: PlanOptions = {}): string {
  return plan(request, options).holdUsd;
}
