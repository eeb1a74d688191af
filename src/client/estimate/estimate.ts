import { type CatalogueModel, findModel } from '../../contract/catalogue.ts';
import { referenceFields } from '../../contract/media-limits.ts';
import { formatUsd } from '../../contract/money.ts';
import { planOutput } from '../../contract/output.ts';
import { holdFor, priceOf } from '../../contract/price.ts';
import type { Dimensions } from '../../contract/sizes/ratio.ts';
import { settleSize } from '../../contract/sizes/size.ts';
import { type ValidRequest, validateRequest } from '../../contract/validate.ts';
import type { Violation } from '../../contract/violations/violation.ts';
import type { TaskRequest } from '../requests.ts';

/** What is known besides the request. */
export interface EstimateOptions {
  /** Price ratio of the key's group, a decimal; `1` by default. */
  readonly groupRatio?: string;
  /** Size of the first reference image: with `size: "auto"` it decides the ratio of the result. */
  readonly firstReference?: Dimensions;
}

/** What a request makes and costs. */
export interface Estimate {
  /** Model id. */
  readonly model: string;
  /** Size of each output in pixels. */
  readonly size: Dimensions;
  /** Images, or layers at most; 1 for a clip. */
  readonly count: number;
  /** Length of a clip; undefined for images. */
  readonly seconds: number | undefined;
  /** Held at submission in US dollars, a decimal; what is too much is returned when the task has ended (section 8). */
  readonly holdUsd: string;
  /** Charged in US dollars, a decimal; for a layer decomposition at most. */
  readonly priceUsd: string;
}

/** A request that the gateway would refuse, with all violations. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ message }) => message).join('; '));
    this.violations = violations;
  }
}

/**
 * Estimates an image or video request by the contract, without a network. References are not looked at: a gateway may still
 * refuse one. Throws an `InvalidRequestError` for a request that violates the contract.
 */
export function estimate(
  request: TaskRequest,
  { groupRatio = '1', firstReference }: EstimateOptions = {},
): Estimate {
  const valid = expectValid(request);
  const { model, self } = valid;
  const output = planOutput(model, self);
  const [count, seconds] = output.kind === 'video' ? [1, output.seconds] : [output.count, undefined];
  const size = settleSize(model, expectSize(valid), firstReference);
  const outputs = Array.from({ length: count }, () => ({ ...size, units: seconds ?? 1 }));
  const references = referenceFields(model, self).flatMap(({ addresses }) => addresses).length;
  const hold = holdFor(model, self, { outputs, references, groupRatio });
  const maxLayers = output.kind === 'image' ? output.maxLayers : undefined;
  const price = maxLayers === undefined ? priceOf(model, outputs, { references, groupRatio }) : hold;
  return {
    model: model.identity.id,
    size: { width: size.width, height: size.height },
    count: maxLayers === undefined ? count : maxLayers + 1,
    seconds,
    holdUsd: formatUsd(hold),
    priceUsd: formatUsd(price),
  };
}

function expectValid(request: { readonly model: string }): ValidRequest {
  const validation = validateRequest(expectModel(request.model), request);
  if (validation.kind === 'valid') return validation;
  if (validation.kind === 'invalid') throw new InvalidRequestError(validation.violations);
  throw new Error(validation.message);
}

function expectModel(name: string): CatalogueModel {
  const model = findModel(name);
  if (model && model.identity.operation !== 'chat_completion') return model;
  throw new InvalidRequestError([
    { path: '/model', rule: 'model', message: `There is no image or video model ${JSON.stringify(name)}.` },
  ]);
}

function expectSize({ model, size }: ValidRequest): NonNullable<ValidRequest['size']> {
  if (size) return size;
  throw new RangeError(`${model.identity.id} has no sizes`);
}
