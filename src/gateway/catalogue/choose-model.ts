import { policies } from '../../../generated/policies.ts';
import { baseModel } from '../../contract/base-model.ts';
import type { CatalogueModel, ModelOperation } from '../../contract/catalogue.ts';
import { askMisspelling, closestModel, didYouMean } from '../../contract/names/closest-name.ts';
import {
  invalidRequest,
  type ProblemResponse,
  problem,
  type Refused,
  refused,
} from '../../contract/problem.ts';
import { quote } from '../../contract/quote.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import { allowedModels, allowedNames, findAllowed, type ModelAccess } from '../accounts/model-access.ts';

/** The model a request is for: one of the contract, the base contract of a name without metadata, or a refusal. */
export type ModelChoice =
  | { readonly kind: 'known' | 'base'; readonly model: CatalogueModel }
  | Refused<'invalid_parameter' | 'unknown_model' | 'wrong_endpoint' | 'model_not_allowed'>;

/**
 * Finds the model of a request: 403 for one outside the key's allow-list (section 5), 400 for one of another endpoint
 * or an unknown one.
 */
export function chooseModel(operation: ModelOperation, body: RequestBody, access: ModelAccess): ModelChoice {
  const { model: name } = body;
  if (typeof name !== 'string' || name === '') return refused(noName(operation, body, access));
  const allowed = findAllowed(access, name);
  if (allowed?.kind === 'unknown') return { kind: 'base', model: baseModel(operation, name) };
  if (allowed?.model.identity.operation === operation) return { kind: 'known', model: allowed.model };
  if (allowed) return refused(wrongEndpoint(name, allowed.model));
  const names = availableNames(operation, access);
  const values = { model: quote(name), allowed: listNames(names) };
  if (access.catalogue.find(name)) return refused(problem('model_not_allowed', { values, param: '/model' }));
  const meant = closestModel(name, [...names, ...allowedNames(access)]);
  const hint = didYouMean(meant && withEndpoint(meant, operation, access));
  return refused(problem('unknown_model', { values: { ...values, hint }, param: '/model' }));
}

/** A name that was probably meant; with its endpoint, if it is not that of the operation. */
function withEndpoint(name: string, operation: ModelOperation, { catalogue }: ModelAccess): string {
  const { identity } = catalogue.find(name) ?? {};
  if (identity === undefined || identity.operation === operation) return name;
  return `${name} (${identity.method} ${identity.endpoint})`;
}

/** The refusal of a model that belongs to another endpoint, which it names. */
export function wrongEndpoint(name: string, { identity }: CatalogueModel): ProblemResponse<'wrong_endpoint'> {
  const { category, method, endpoint } = identity;
  const kind = `${/^[aeiou]/.test(category) ? 'an' : 'a'} ${category}`;
  return problem('wrong_endpoint', { values: { model: name, kind, method, endpoint }, param: '/model' });
}

function noName(
  operation: ModelOperation,
  body: RequestBody,
  access: ModelAccess,
): ProblemResponse<'invalid_parameter'> {
  const { model: name } = body;
  const allowed = listNames(availableNames(operation, access));
  const asked = askMisspelling('model', Object.keys(body).slice(0, policies.requests.max_unknown_fields));
  const [rule, wanted] =
    name === undefined
      ? ['required', `is required${asked || '.'}`]
      : name === ''
        ? ['minLength', 'must not be empty.']
        : ['type', `must be a string; got ${quote(name)}.`];
  return invalidRequest('invalid_parameter', [
    { path: '/model', rule, message: `model ${wanted} ${allowed}` },
  ]);
}

/** What the key may use here: models of the contract, and every name of its allow-list without metadata. */
function availableNames(operation: ModelOperation, access: ModelAccess): readonly string[] {
  return allowedModels(access).flatMap((allowed) => {
    if (allowed.kind === 'unknown') return [allowed.name];
    return allowed.model.identity.operation === operation ? [allowed.model.identity.id] : [];
  });
}

/** An allow-list can have very many names. */
const { max_names: MAX_NAMES } = policies.requests;

function listNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return `Available here: ${names.slice(0, MAX_NAMES).join(', ') || 'none'}${more}.`;
}
