import type { AddedModels } from '../added-models.ts';
import type { Violation } from '../violations/violation.ts';
import { validateAsSent } from './as-sent.ts';
import { modelOf, unknownModel } from './expect-valid.ts';

/** What is known besides the request. */
export interface ValidateOptions {
  /** Models of your own: what `gatewright generate` writes as `models.mjs`. */
  readonly models?: AddedModels;
}

/**
 * Every violation of the parameter contract of the model that a body names, in the order of the body (sections 4.3 to
 * 4.5); none when it is valid. Not checked: what is behind addresses, and how many tokens texts have.
 */
export function validate(body: unknown, options: ValidateOptions = {}): readonly Violation[] {
  const model = modelOf(body, options.models);
  if (!model) return [unknownModel(body)];
  const validation = validateAsSent(model, body);
  if (validation.kind === 'error') throw new Error(validation.message);
  return validation.kind === 'valid' ? [] : validation.violations;
}
