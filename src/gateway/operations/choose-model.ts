import type { TaskOperation } from '../../contract/base-model.ts';
import { type CatalogueModel, findModel, modelsFor } from '../../contract/catalogue.ts';
import { invalidRequest, type ProblemResponse, problem } from '../../contract/problem.ts';
import type { RequestBody } from '../../contract/self.ts';
import { mayUse } from '../accounts/model-access.ts';
import type { ApiKey } from '../ports/store.ts';

/** The model a submit is for: one of the contract, a name that only the key's allow-list knows, or a refusal. */
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

/** Finds the model of a submit: 400 for one nobody knows, 403 for one outside the key's allow-list (section 5). */
export function chooseModel(operation: TaskOperation, body: RequestBody, key: ApiKey): ModelChoice {
  const name = body.model;
  const available = availableNames(operation, key);
  if (typeof name !== 'string' || name === '') {
    const rule = name === undefined ? 'required' : 'type';
    const message = `model is required and must be a string. ${available}`;
    return {
      kind: 'refused',
      response: invalidRequest('invalid_parameter', [{ path: '/model', rule, message }]),
    };
  }
  const model = findModel(name);
  if (!model && key.models?.includes(name)) return { kind: 'base', name };
  const details = {
    values: { model: JSON.stringify(name.slice(0, 100)), allowed: available },
    param: '/model',
  };
  if (model?.identity.operation !== operation)
    return { kind: 'refused', response: problem('unknown_model', details) };
  if (!mayUse(key, model)) return { kind: 'refused', response: problem('model_not_allowed', details) };
  return { kind: 'known', model };
}

function availableNames(operation: TaskOperation, key: ApiKey): string {
  const allowed = modelsFor(operation).filter((model) => mayUse(key, model));
  return `Available here: ${allowed.map(({ identity }) => identity.id).join(', ') || 'none'}.`;
}
