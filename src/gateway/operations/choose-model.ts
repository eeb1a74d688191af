import { type CatalogueModel, findModel, type ModelOperation, modelsFor } from '../../contract/catalogue.ts';
import { invalidRequest, type ProblemResponse, problem } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/self.ts';
import { mayUse } from '../accounts/model-access.ts';
import type { ApiKey } from '../ports/store.ts';

/** The model a request is for: one of the contract, a name that only the key's allow-list knows, or a refusal. */
export type ModelChoice =
  | { readonly kind: 'known'; readonly model: CatalogueModel }
  | { readonly kind: 'base'; readonly name: string }
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
  const model = findModel(name);
  if (!model && key.models?.includes(name)) return { kind: 'base', name };
  if (model?.identity.operation === operation && mayUse(key, model)) return { kind: 'known', model };
  const values = { model: JSON.stringify(name.slice(0, 100)), allowed: availableNames(operation, key) };
  const reason = model?.identity.operation === operation ? 'model_not_allowed' : 'unknown_model';
  return { kind: 'refused', response: problem(reason, { values, param: '/model' }) };
}

function availableNames(operation: ModelOperation, key: ApiKey): string {
  const allowed = modelsFor(operation).filter((model) => mayUse(key, model));
  return `Available here: ${allowed.map(({ identity }) => identity.id).join(', ') || 'none'}.`;
}
