import type { CatalogueModel } from '../../generated/catalogue.ts';
import { genericValidators, modelValidators } from '../../generated/validators.js';
import type { Rule } from '../../generated/vocabulary.ts';
import { baseModel, baseSize, type TaskOperation } from './base-model.ts';
import { compileExpression, RuleError, type Self } from './cel.ts';
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
  try {
    return checkMeaning(model, request, isWithinTokens);
  } catch (error) {
    if (error instanceof RuleError) return { kind: 'error', message: error.message };
    throw error;
  }
}

function checkMeaning(
  model: CatalogueModel,
  request: RequestBody,
  isWithinTokens: TokenLimitCheck,
): Validation {
  const self = bindSelf(model, request);
  const size = resolveSize(model, request, self);
  const violations = [
    ...promptViolations(model, request, isWithinTokens),
    ...(size?.kind === 'invalid' ? [size.violation] : []),
    ...brokenRules(model, self),
  ];
  if (violations.length > 0) return { kind: 'invalid', violations };
  return { kind: 'valid', model, request, self, size: size?.kind === 'resolved' ? size.plan : undefined };
}

/** Validates a request for a model without a contract of its own against the base contract (section 2.2, `base`). */
export function validateBase(operation: TaskOperation, name: string, body: unknown): Validation {
  const violations = runValidator(genericValidators[operation], body, {});
  if (violations.length > 0) return { kind: 'invalid', violations };
  const request = body as RequestBody; // the schema says that it is an object
  const model = baseModel(operation, name);
  return { kind: 'valid', model, request, self: bindSelf(model, request), size: baseSize(operation) };
}

/** Longest list that is looked at entry by entry; a longer one is refused as a whole. */
const LONGEST_LIST = 1000;

function schemaViolations(model: CatalogueModel, body: unknown): readonly Violation[] {
  const tooLong = Object.keys(model.media ?? {}).find((field) => listLength(body, field) > LONGEST_LIST);
  if (tooLong !== undefined) {
    const message = `${tooLong} must have at most ${LONGEST_LIST} entries`;
    return [{ path: `/${tooLong}`, rule: 'maxItems', message }];
  }
  return runValidator(modelValidators[model.identity.id], body, model.forbidden);
}

function listLength(body: unknown, field: string): number {
  const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined;
  return Array.isArray(value) ? value.length : 0;
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

function brokenRules(model: CatalogueModel, self: Self): readonly Violation[] {
  return model.rules
    .filter((rule) => !passes(rule, self))
    .map(({ id, message, path }) => ({ path, rule: id, message }));
}

function passes({ id, rule }: Rule, self: Self): boolean {
  const result = compileExpression(rule)(self);
  if (result.kind === 'error') throw new RuleError(`rule ${id}: ${result.message}`);
  return result.value === true;
}
