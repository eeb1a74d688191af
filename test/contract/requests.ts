import type { CatalogueModel } from '../../generated/catalogue.ts';
import { findModel } from '../../src/contract/catalogue.ts';
import { type OutputPlan, planOutput } from '../../src/contract/output.ts';
import type { RequestBody } from '../../src/contract/rules/self.ts';
import { parseDimensions } from '../../src/contract/sizes/ratio.ts';
import { settleSize } from '../../src/contract/sizes/size.ts';
import {
  type TokenLimitCheck,
  type Validation,
  type ValidRequest,
  validateRequest,
} from '../../src/contract/validate.ts';

/** A URL that is valid for any reference image. */
export const picture = 'https://images.example.com/1.png';

/** That many URLs of reference images. */
export function pictures(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `https://images.example.com/${index + 1}.png`);
}

/** The model of a spelling; throws when there is none. */
export function modelOf(spelling: string): CatalogueModel {
  const model = findModel(spelling);
  if (!model) throw new RangeError(`There is no model ${spelling}`);
  return model;
}

/** The smallest body that the model's section requires, with overrides; a field that is undefined is left out. */
export function bodyFor(spelling: string, fields: RequestBody = {}): RequestBody {
  const needsPicture = spelling.startsWith('vx');
  const least = {
    model: spelling,
    prompt: 'A paper boat',
    ...(needsPicture ? { image_urls: [picture] } : {}),
  };
  return Object.fromEntries(
    Object.entries({ ...least, ...fields }).filter(([, value]) => value !== undefined),
  );
}

/** Validates the smallest body of a model with overrides. */
export function check(spelling: string, fields: RequestBody = {}, tokens?: TokenLimitCheck): Validation {
  return validateRequest(modelOf(spelling), bodyFor(spelling, fields), tokens);
}

/** `valid`, or each violation as `rule path`, joined by commas. */
export function verdict(spelling: string, fields: RequestBody = {}, tokens?: TokenLimitCheck): string {
  const result = check(spelling, fields, tokens);
  if (result.kind === 'error') return `error ${result.message}`;
  if (result.kind === 'valid') return 'valid';
  return result.violations.map(({ rule, path }) => `${rule} ${path}`).join(', ');
}

/** A valid request; throws with the violations when it is not. */
export function accepted(spelling: string, fields: RequestBody = {}): ValidRequest {
  const result = check(spelling, fields);
  if (result.kind !== 'valid') throw new TypeError(`${spelling}: ${verdict(spelling, fields)}`);
  return result;
}

/** The output of a valid request. */
export function outputOf(spelling: string, fields: RequestBody = {}): OutputPlan {
  const { model, self } = accepted(spelling, fields);
  return planOutput(model, self);
}

/** The number of images that a valid request generates. */
export function countOf(spelling: string, fields: RequestBody = {}): number {
  const plan = outputOf(spelling, fields);
  if (plan.kind !== 'image') throw new TypeError(`${spelling} makes no images`);
  return plan.count;
}

/** The pixels of a valid request, as `<width>x<height>`; `reference` is the size of its first reference image. */
export function sizeOf(spelling: string, fields: RequestBody = {}, reference?: string): string {
  const { model, size } = accepted(spelling, fields);
  if (!size) throw new TypeError(`${spelling} has no sizes`);
  const { width, height } = settleSize(model, size, reference ? parseDimensions(reference) : undefined);
  return `${width}x${height}`;
}
