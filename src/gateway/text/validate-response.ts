import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';
import { requestFields, requestForbidden } from '../../../generated/request-fields.ts';
import { requestValidators } from '../../../generated/validators.js';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import { inBodyOrder } from '../../contract/violations/body-order.ts';
import { runValidator } from '../../contract/violations/validate-schema.ts';
import type { Violation } from '../../contract/violations/violation.ts';
import { withoutNulls } from '../../contract/without-nulls.ts';
import { NO_FORMAT, readResponseFormat, type UsableFormat } from './answer/answer-format.ts';
import { fittingMessages } from './prompt/fitting-messages.ts';
import { termsOf } from './text-model.ts';

type ResponseBody = components['schemas']['ResponseCreateRequest'];

/** The body of a responses call and all violations of its fields. */
export interface ResponseValidation {
  readonly violations: readonly Violation[];
  /** The members that fit the schema. */
  readonly body: ResponseBody;
  /** None for an invalid one. */
  readonly format: UsableFormat;
  /** Without what does not fit its schema; undefined if that cannot be told. */
  readonly input: ResponseBody['input'] | undefined;
}

/** Validates the body of a responses call (section 4.6): its schema, then what depends on the model. */
export function validateResponse(model: CatalogueModel, sent: RequestBody): ResponseValidation {
  const request = withoutNulls(requestFields.createResponse, sent);
  const { violations: schema, invalid } = runValidator(requestValidators.createResponse, request, {
    forbidden: requestForbidden.createResponse ?? {},
  });
  const fitting = Object.entries(request).filter(([field]) => !invalid.has(field));
  const body = { input: '', ...Object.fromEntries(fitting) } as ResponseBody; // what fits does so by the schema
  const format = readResponseFormat(body.text);
  const found = [
    ...(format.kind === 'invalid' ? [format.violation] : []),
    ...missingTools(body, model),
    ...tooManyTokens(body, model),
  ];
  return {
    violations: inBodyOrder([...schema, ...found], request),
    body,
    format: format.kind === 'invalid' ? NO_FORMAT : format,
    input: invalid.has('input')
      ? (fittingMessages(request.input, schema, 'input') as ResponseBody['input'] | undefined) // what fits does so by the schema
      : body.input,
  };
}

/** `web_extractor` without `web_search` is refused; the requirements are data of the model. */
function missingTools({ tools = [] }: ResponseBody, model: CatalogueModel): readonly Violation[] {
  const declared = new Set(tools.map(({ type }) => type));
  const missing = tools.flatMap(({ type }, index) => {
    const rule = termsOf(model).text.tools?.find(({ name }) => name === type);
    const names = rule?.requires?.filter((name) => !declared.has(name)) ?? [];
    const message = `${type} must be declared together with ${names.join(', ')}`;
    return names.length > 0 ? [{ path: `/tools/${index}/type`, rule: 'requires', message }] : [];
  });
  return missing.slice(0, policies.requests.max_invalid_entries);
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
