import type { CatalogueModel } from '../../../generated/catalogue.ts';
import * as policies from '../../../generated/policy-sections.ts';
import type { Rule } from '../../../generated/vocabulary.ts';
import { askMisspelling } from '../names/closest-name.ts';
import { refuseInEveryCase, resolveSize, type SizePlan } from '../sizes/size.ts';
import type { Violation } from '../violations/violation.ts';
import { compileExpression, RuleError, readsOnly } from './cel.ts';
import type { RequestBody, Self } from './self.ts';

/** The tokens of a text that is over the limit: an exact count, or a lower bound if counting stopped early. */
interface TokenExcess {
  readonly tokens: number;
  readonly isAtLeast: boolean;
}

/** By how much a text exceeds the token limit; undefined within it. Passed in, because tokenizers are heavy. */
export type TokenLimitCheck = (text: string, maxTokens: number) => TokenExcess | undefined;

export interface Checked {
  readonly model: CatalogueModel;
  /** The fields that are valid against the schema. */
  readonly request: RequestBody;
  readonly self: Self;
  /** Undefined when all fields are. */
  readonly isTrusted?: (field: string) => boolean;
  readonly countExcess: TokenLimitCheck;
}

/** What is derived from a request beyond its schema, and its violations. */
export interface Meaning {
  readonly size: SizePlan | undefined;
  readonly violations: readonly Violation[];
}

const NONE: readonly Violation[] = Object.freeze([]);

/** Checks prompt tokens, size and CEL rules, each when the fields that it reads are valid. Throws a `RuleError`. */
export function checkMeaning(checked: Checked): Meaning {
  const size = checkSize(checked);
  const prompt = promptViolations(checked);
  const rules = brokenRules(checked);
  const plan = size?.kind === 'resolved' ? size.plan : undefined;
  const ofSize = size?.kind === 'invalid' ? size.violations : NONE;
  if (prompt.length + ofSize.length + rules.length === 0) return { size: plan, violations: NONE };
  return { size: plan, violations: [...prompt, ...ofSize, ...rules] };
}

/** An invalid tier is reported on its own: the size is then read with the default tier. */
function checkSize({ model, request, self, isTrusted }: Checked): ReturnType<typeof resolveSize> {
  const { sizes } = model;
  if (!isTrusted || !sizes) return resolveSize(model, request, self);
  if (!isTrusted(sizes.fields.size)) return undefined;
  const isCaseKnown = (sizes.cases ?? []).every(({ when }) => readsOnly(when, isTrusted));
  return isCaseKnown ? resolveSize(model, request, self) : refuseInEveryCase(sizes, self);
}

function promptViolations({ model, request, countExcess }: Checked): readonly Violation[] {
  const { prompt } = model;
  const text = prompt && request[prompt.field];
  const excess =
    prompt?.max_tokens && typeof text === 'string' ? countExcess(text, prompt.max_tokens) : undefined;
  if (!prompt || !excess) return NONE;
  const given = `${excess.isAtLeast ? 'at least ' : ''}${excess.tokens}`;
  const message = `${prompt.field} must have at most ${prompt.max_tokens} tokens for ${model.identity.id}; got ${given}`;
  return [{ path: `/${prompt.field}`, rule: 'prompt_tokens', message }];
}

function brokenRules({ model, request, self, isTrusted }: Checked): readonly Violation[] {
  const broken = model.rules.filter(
    (rule) => (!isTrusted || readsOnly(rule.rule, isTrusted)) && !passes(rule, self),
  );
  return broken.map((rule) => {
    const message = `${messageOf(rule, self)}${misspellingOf(rule.path.slice(1), model, request)}`;
    return { path: rule.path, rule: rule.id, message };
  });
}

/** Asks whether an absent field was sent under a misspelled name. */
function misspellingOf(field: string, { fields }: CatalogueModel, request: RequestBody): string {
  if (Object.hasOwn(request, field)) return '';
  const unknown = Object.keys(request).slice(0, policies.requests.max_unknown_fields);
  return askMisspelling(
    field,
    unknown.filter((name) => !Object.hasOwn(fields, name)),
    field,
  );
}

function passes({ id, rule }: Rule, self: Self): boolean {
  const result = compileExpression(rule)(self);
  if (result.kind === 'error') throw new RuleError(`rule ${id}: ${result.message}`);
  return result.value === true;
}

/** The message with the values of this request, if the rule has an expression for it. */
function messageOf({ message, messageExpression }: Rule, self: Self): string {
  const evaluated = messageExpression === undefined ? undefined : compileExpression(messageExpression)(self);
  return evaluated?.kind === 'value' && typeof evaluated.value === 'string' ? evaluated.value : message;
}
