import type { CatalogueModel } from '../../generated/catalogue.ts';
import { requestFields } from '../../generated/request-fields.ts';
import { requestValidators } from '../../generated/validators.js';
import { baseSize, operationIdOf, type TaskOperation } from './base-model.ts';
import { type ReferenceField, referenceFields } from './media-limits.ts';
import { RuleError } from './rules/cel.ts';
import { checkMeaning, type TokenLimitCheck } from './rules/check-meaning.ts';
import { bindSelf, type RequestBody, type Self } from './rules/self.ts';
import type { SizePlan } from './sizes/size.ts';
import { inBodyOrder } from './violations/body-order.ts';
import { stepsOf } from './violations/pointer.ts';
import { runValidator, type SchemaValidation, validateAgainstSchema } from './violations/validate-schema.ts';
import type { Violation } from './violations/violation.ts';
import { withoutNulls } from './without-nulls.ts';

export type { TokenLimitCheck };

/** A valid request, with what the contract derives from it. */
export interface ValidRequest {
  readonly kind: 'valid';
  readonly model: CatalogueModel;
  readonly request: RequestBody;
  readonly self: Self;
  readonly size: SizePlan | undefined;
}

/** An invalid request: all its violations, in the order of the body, and what can still be checked. */
export interface InvalidRequest {
  readonly kind: 'invalid';
  readonly violations: readonly Violation[];
  /** References without violations, in fields without violations of their own. */
  readonly references: readonly ReferenceField[];
  /** The fields that are valid against the schema. */
  readonly self: Self;
}

/** Valid, invalid with all violations, or a rule of the contract that could not be evaluated. */
export type Validation = ValidRequest | InvalidRequest | { readonly kind: 'error'; readonly message: string };

/**
 * Validates a request body against one model: schema, prompt tokens, size and CEL rules, all of whose violations are reported
 * together. What goes beyond the schema is checked when the fields that it reads are valid. References are not checked here:
 * they are checked once fetched. A declared field that is `null` is absent.
 */
export function validateRequest(
  model: CatalogueModel,
  body: unknown,
  countExcess: TokenLimitCheck = () => undefined,
): Validation {
  const present = isObject(body) ? withoutNulls(model.fields, body) : body;
  const validation = validateAgainstSchema(model, present);
  const { violations } = validation;
  if (violations.length > 0 && !isObject(present))
    return { kind: 'invalid', violations, references: [], self: {} };
  const sent = present as RequestBody; // guaranteed by the schema
  try {
    return violations.length === 0
      ? checkFitting(model, sent, countExcess)
      : checkRest(model, sent, { ...validation, countExcess });
  } catch (error) {
    if (error instanceof RuleError) return { kind: 'error', message: error.message };
    throw error;
  }
}

/** Validates a request for a model without a contract of its own against the base contract (section 2.2, `base`). */
export function validateBase(operation: TaskOperation, model: CatalogueModel, body: unknown): Validation {
  const present = isObject(body) ? withoutNulls(requestFields[operationIdOf(operation)], body) : body;
  const { violations } = runValidator(requestValidators[operationIdOf(operation)], present);
  if (violations.length > 0) return { kind: 'invalid', violations, references: [], self: {} };
  const request = present as RequestBody; // guaranteed by the schema
  return { kind: 'valid', model, request, self: bindSelf(model, request), size: baseSize(operation) };
}

function checkFitting(
  model: CatalogueModel,
  request: RequestBody,
  countExcess: TokenLimitCheck,
): ValidRequest | InvalidRequest {
  const self = bindSelf(model, request);
  const { size, violations } = checkMeaning({ model, request, self, countExcess });
  if (violations.length === 0) return { kind: 'valid', model, request, self, size };
  const references = referenceFields(model, self);
  return toInvalid(request, { violations, references, self }, []);
}

interface Found extends SchemaValidation {
  readonly countExcess: TokenLimitCheck;
}

/** A body with invalid fields: checks that read only the valid ones still run. */
function checkRest(
  model: CatalogueModel,
  sent: RequestBody,
  { violations: found, invalid, choices, countExcess }: Found,
): InvalidRequest {
  const isTrusted = (field: string) => !invalid.has(field);
  const request = Object.fromEntries(Object.entries(sent).filter(([field]) => isTrusted(field)));
  const self = bindSelf(model, request);
  const { violations } = checkMeaning({ model, request, self, isTrusted, countExcess });
  // A list is read although some of its entries are invalid.
  const lists = Object.keys(model.media ?? {}).map((field) => [field, sent[field]]);
  const references = referenceFields(model, Object.fromEntries(lists), isTrusted);
  const all = explainChoice(found, choices, violations);
  return toInvalid(sent, { violations: all, references, self }, found);
}

/** A missing choice of fields is reported in the words, and at the place, of the rule that says which one is needed. */
function explainChoice(
  found: readonly Violation[],
  choices: ReadonlySet<string>,
  broken: readonly Violation[],
): readonly Violation[] {
  const said = choices.size > 0 && broken.find(({ path }) => choices.has(path.slice(1)));
  if (!said) return [...found, ...broken];
  const isChoice = ({ path, rule }: Violation) => path === '' && rule === 'anyOf';
  const rest = broken.filter((violation) => violation !== said);
  return [
    ...found.map((violation) => (isChoice(violation) ? { ...said, rule: 'anyOf' } : violation)),
    ...rest,
  ];
}

/** A list that only breaks a rule, such as one of two references where there may be one, is read; one that the schema refuses is not. */
function toInvalid(
  body: RequestBody,
  { violations, references, self }: Omit<InvalidRequest, 'kind'>,
  ofSchema: readonly Violation[],
): InvalidRequest {
  return {
    kind: 'invalid',
    violations: inBodyOrder(violations, body),
    references: references.flatMap((list) => withoutRefused(list, ofSchema) ?? []),
    self,
  };
}

/** The references of a list that can still be read; undefined when the list itself, or every entry, is invalid. */
function withoutRefused(list: ReferenceField, violations: readonly Violation[]): ReferenceField | undefined {
  const steps = violations.map(({ path }) => stepsOf(path)).filter(([field]) => field === list.field);
  if (steps.some(({ length }) => length === 1)) return undefined;
  const refused = new Set(steps.map(([, index]) => Number(index)));
  return refused.size < list.addresses.length ? { ...list, refused } : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
