import type { components } from '../../../generated/openapi-types.ts';
import { componentValidators } from '../../../generated/validators.js';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import { toViolations } from '../../contract/schema-violations.ts';
import type { RequestBody } from '../../contract/self.ts';
import type { Violation } from '../../contract/violation.ts';
import { isMessage } from './response-prompt.ts';
import { termsOf } from './text-model.ts';

type ResponseBody = components['schemas']['ResponseCreateRequest'];

/** The body of a responses call that fits its contract, or everything that is wrong with it. */
export type ResponseValidation =
  | { readonly kind: 'valid'; readonly body: ResponseBody }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

/** Validates the body of a responses call (section 4.6): its schema, then what depends on the model. */
export function validateResponse(model: CatalogueModel, request: RequestBody): ResponseValidation {
  const validator = componentValidators.ResponseCreateRequest;
  if (!validator(request))
    return { kind: 'invalid', violations: toViolations(validator.errors ?? [], { body: request }) };
  const body = request as unknown as ResponseBody; // the schema says so
  const violations = [...missingContents(body), ...missingTools(body, model), ...tooManyTokens(body, model)];
  return violations.length > 0 ? { kind: 'invalid', violations } : { kind: 'valid', body };
}

function missingContents({ input }: ResponseBody): readonly Violation[] {
  if (typeof input === 'string') return [];
  return input.flatMap((item, index) =>
    isMessage(item) && item.content === undefined
      ? [{ path: `/input/${index}/content`, rule: 'required', message: 'content is required' }]
      : [],
  );
}

/** `web_extractor` without `web_search` is refused; the requirements are data of the model. */
function missingTools({ tools = [] }: ResponseBody, model: CatalogueModel): readonly Violation[] {
  const declared = new Set(tools.map(({ type }) => type));
  return tools.flatMap(({ type }, index) => {
    const rule = termsOf(model).text.tools?.find(({ name }) => name === type);
    const missing = rule?.requires?.filter((name) => !declared.has(name)) ?? [];
    const message = `${type} must be declared together with ${missing.join(', ')}`;
    return missing.length > 0 ? [{ path: `/tools/${index}/type`, rule: 'requires', message }] : [];
  });
}

function tooManyTokens(
  { max_output_tokens: given }: ResponseBody,
  model: CatalogueModel,
): readonly Violation[] {
  const { max } = termsOf(model).text.output_tokens;
  if (given === undefined || given <= max) return [];
  const message = `max_output_tokens must be at most ${max}; got ${given}`;
  return [{ path: '/max_output_tokens', rule: 'maximum', message }];
}
