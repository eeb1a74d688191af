import { baseModel } from '../../contract/base-model.ts';
import { type CatalogueModel, findModel, type ModelOperation } from '../../contract/catalogue.ts';
import { invalidRequest, type ProblemResponse, problem } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/self.ts';
import { allowedModels, findAllowed } from '../accounts/model-access.ts';
import type { ApiKey } from '../ports/store.ts';

/** The model a request is for: one of the contract, the base contract of a name without metadata, or a refusal. */
export type ModelChoice =
  | { readonly kind: 'known' | 'base'; readonly model: CatalogueModel }
  | {
      readonly kind: 'refused';
      readonly response:
        | ProblemResponse<'invalid_parameter'>
        | ProblemResponse<'unknown_model'>
        | ProblemResponse<'model_not_allowed'>;
    };

/** Finds the model of a request: 400 for one nobody knows, 403 for one outside the key's allow-list (section 5). */
export function chooseModel(operation: ModelOperation, body: RequestBody, key: ApiKey): ModelChoice {
  const name = body.model;
  if (typeof name !== 'string' || name === '') {
    const rule = name === undefined ? 'required' : 'type';
    const message = `model is required and must be a string. ${availableNames(operation, key)}`;
    return {
      kind: 'refused',
      response: invalidRequest('invalid_parameter', [{ path: '/model', rule, message }]),
    };
  }
  const allowed = findAllowed(key, name);
  if (allowed?.kind === 'unknown') return { kind: 'base', model: baseModel(operation, name) };
  if (allowed?.model.identity.operation === operation) return { kind: 'known', model: allowed.model };
  const values = { model: JSON.stringify(name.slice(0, 100)), allowed: availableNames(operation, key) };
  const isOfferedHere = findModel(name)?.identity.operation === operation;
  const reason = isOfferedHere ? 'model_not_allowed' : 'unknown_model';
  return { kind: 'refused', response: problem(reason, { values, param: '/model' }) };
}

/** What the key may use here: models of the contract, and every name without metadata of its allow-list. */
function availableNames(operation: ModelOperation, key: ApiKey): string {
  const names = allowedModels(key).flatMap((allowed) => {
    if (allowed.kind === 'unknown') return [allowed.name];
    return allowed.model.identity.operation === operation ? [allowed.model.identity.id] : [];
  });
  return `Available here: ${names.join(', ') || 'none'}.`;
}
