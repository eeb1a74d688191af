import type { AddedModels } from '../added-models.ts';
import { type CatalogueModel, catalogueWith } from '../catalogue.ts';
import { quote } from '../quote.ts';
import type { ValidRequest } from '../validate.ts';
import type { Violation } from '../violations/violation.ts';
import { validateAsSent } from './as-sent.ts';
import { InvalidRequestError } from './invalid-request-error.ts';

/** A valid request for images or a clip, with what the contract derives from it; throws an `InvalidRequestError`. */
export function expectValid(request: object, models: AddedModels | undefined): ValidRequest {
  const model = modelOf(request, models);
  if (!model || model.identity.operation === 'chat_completion')
    throw new InvalidRequestError([unknownModel(request, 'image or video model')]);
  const validation = validateAsSent(model, request);
  if (validation.kind === 'valid') return validation;
  if (validation.kind === 'invalid') throw new InvalidRequestError(validation.violations);
  throw new Error(validation.message);
}

/** The model that a body names, if the contract has it, or one was added to it. */
export function modelOf(body: unknown, models: AddedModels | undefined): CatalogueModel | undefined {
  const name = nameIn(body);
  return typeof name === 'string' ? catalogueWith(models).find(name) : undefined;
}

/** The violation of a body that names no model of this kind. */
export function unknownModel(body: unknown, kind = 'model'): Violation {
  const name = nameIn(body);
  const message =
    typeof name === 'string' ? `There is no ${kind} ${quote(name)}.` : 'model must be a string.';
  return { path: '/model', rule: 'model', message };
}

function nameIn(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, 'model') : undefined;
}
