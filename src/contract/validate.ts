import type { CatalogueModel } from '../../generated/catalogue.ts';
import { genericValidators, modelValidators } from '../../generated/validators.js';
import type { ModelOperation } from './catalogue.ts';
import { compileExpression, type Self } from './cel.ts';
import { toViolations } from './schema-violations.ts';
import { bindSelf, type RequestBody } from './self.ts';
import { resolveSize, type SizePlan } from './size.ts';
import type { Violation } from './violation.ts';

/** Whether a text has at most so many tokens; a port, because tokenizers are heavy. */
export type TokenLimitCheck = (text: string, maxTokens: number) => boolean;

/** A request that fits its model, with what the contract derives from it. */
export interface ValidRequest {
  readonly kind: 'valid';
  readonly model: CatalogueModel;
  readonly request: RequestBody;
  readonly self: Self;
  readonly size: SizePlan | undefined;
}

/** Valid, invalid with every reason found, or a rule of the contract that could not be evaluated. */
export type Validation =
  | ValidRequest
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] }
  | { readonly kind: 'error'; readonly message: string };

/**
 * Validates a request body against one model: its schema first, then prompt tokens, size and CEL rules, all of
 * whose violations are reported together. References are not looked at: they are checked once fetched.
 */
export function validateRequest(
  model: CatalogueModel,
  body: unknown,
  isWithinTokens: TokenLimitCheck = () => true,
): Validation {
  const violations = schemaViolations(model, body);
  if (violations.length > 0) return { kind: 'invalid', violations };
  const request = body as RequestBody; // the schema says that it is an object
  const self = bindSelf(model, request);
  const size = resolveSize(model, request, self);
  const rules = evaluateRules(model, self);
  if (rules.kind === 'error') return rules;
  const broken = [
    ...promptViolations(model, request, isWithinTokens),
    ...(size?.kind === 'invalid' ? [size.violation] : []),
    ...rules.violations,
  ];
  if (broken.length > 0) return { kind: 'invalid', violations: broken };
  return { kind: 'valid', model, request, self, size: size?.kind === 'resolved' ? size.plan : undefined };
}

/** What the generic contract finds in a request for a model that has no contract of its own (section 2.2, `base`). */
export function validateGeneric(operation: ModelOperation, body: unknown): readonly Violation[] {
  return runValidator(genericValidators[operation], body, {});
}

/** Longest list that is looked at entry by entry; a longer one is refused as a whole. */
const LONGEST_LIST = 1000;

function schemaViolations(model: CatalogueModel, body: unknown): readonly Violation[] {
  const tooLong = Object.entries(body ?? {}).find(
    ([, value]) => Array.isArray(value) && value.length > LONGEST_LIST,
  );
  if (tooLong && model.media?.[tooLong[0]]) {
    const message = `${tooLong[0]} must have at most ${LONGEST_LIST} entries`;
    return [{ path: `/${tooLong[0]}`, rule: 'maxItems', message }];
  }
  return runValidator(modelValidators[model.identity.id], body, model.forbidden);
}

function runValidator(
  validator: (typeof modelValidators)[string] | undefined,
  body: unknown,
  forbidden: Readonly<Record<string, string>>,
): readonly Violation[] {
  if (!validator) throw new RangeError('There is no validator: run npm run generate.');
  return validator(body) ? [] : toViolations(validator.errors ?? [], body, forbidden);
}

function promptViolations(
  { prompt }: CatalogueModel,
  request: RequestBody,
  isWithinTokens: TokenLimitCheck,
): readonly Violation[] {
  const text = prompt && request[prompt.field];
  if (!prompt?.max_tokens || typeof text !== 'string' || isWithinTokens(text, prompt.max_tokens)) return [];
  const message = `${prompt.field} must have at most ${prompt.max_tokens} tokens`;
  return [{ path: `/${prompt.field}`, rule: 'prompt_tokens', message }];
}

type RuleResult =
  | { readonly kind: 'evaluated'; readonly violations: readonly Violation[] }
  | { readonly kind: 'error'; readonly message: string };

function evaluateRules(model: CatalogueModel, self: Self): RuleResult {
  const violations: Violation[] = [];
  for (const { id, rule, message, path } of model.rules) {
    const result = compileExpression(rule)(self);
    if (result.kind === 'error') return { kind: 'error', message: `rule ${id}: ${result.message}` };
    if (result.value !== true) violations.push({ path, rule: id, message });
  }
  return { kind: 'evaluated', violations };
}
