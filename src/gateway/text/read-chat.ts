import type { components } from '../../../generated/openapi-types.ts';
import { requestFields } from '../../../generated/request-fields.ts';
import { requestValidators } from '../../../generated/validators.js';
import type { CatalogueModel } from '../../contract/catalogue.ts';
import type { RequestBody } from '../../contract/rules/self.ts';
import { validateRequest } from '../../contract/validate.ts';
import { memberOf } from '../../contract/violations/pointer.ts';
import { toViolations } from '../../contract/violations/schema-violations.ts';
import { concernsField, type Violation } from '../../contract/violations/violation.ts';
import { withoutNulls } from '../../contract/without-nulls.ts';
import type { ModelChoice } from '../catalogue/choose-model.ts';
import { NO_FORMAT, readChatFormat, type UsableFormat } from './answer/answer-format.ts';
import { fittingMessages } from './prompt/fitting-messages.ts';
import { tooManyParts } from './too-many-parts.ts';

type ChatMessage = components['schemas']['ChatMessage'];

/** The parameters of a chat completion (section 4.5). */
interface ChatCall {
  readonly kind: 'valid';
  readonly model: CatalogueModel;
  readonly messages: readonly ChatMessage[];
  readonly outputLimits: Readonly<Record<string, number | undefined>>;
  readonly stop: readonly string[];
  readonly seed: number | undefined;
  readonly isStreamed: boolean;
  readonly includesUsage: boolean;
  readonly withReasoning: boolean;
  readonly format: UsableFormat;
  /** Without nulls, as validated against its schema. */
  readonly request: RequestBody;
}

/** An invalid chat completion request: all violations of its fields, and what can still be checked. */
interface WrongChat extends Pick<ChatCall, 'request' | 'model' | 'format'> {
  readonly kind: 'invalid';
  readonly violations: readonly Violation[];
  /** Without what does not fit its schema; undefined if that cannot be told. */
  readonly messages: readonly ChatMessage[] | undefined;
}

/** A chat completion request. One with an endless list is not validated any further. */
export type ChatRead = ChatCall | WrongChat | { readonly kind: 'endless'; readonly violation: Violation };

/** Validates and reads the body of a chat completion; fields that a base contract leaves open count only when they are valid. */
export function readChat(choice: Exclude<ModelChoice, { kind: 'refused' }>, sent: RequestBody): ChatRead {
  const tooMany = tooManyParts(sent, 'messages') ?? tooManyParts(sent, 'stop');
  if (tooMany) return { kind: 'endless', violation: tooMany };
  const fields = choice.kind === 'known' ? choice.model.fields : requestFields.createChatCompletion;
  const request = withoutNulls(fields, sent);
  const violations = violationsOf(choice, request);
  const format = concernsField(violations, 'response_format')
    ? NO_FORMAT
    : readChatFormat(request.response_format);
  const { model } = choice;
  const messages = request.messages as readonly ChatMessage[]; // according to every chat contract
  if (format.kind === 'invalid' || violations.length > 0)
    return {
      kind: 'invalid',
      model,
      request,
      messages: fittingMessages(request.messages, violations, 'messages') as WrongChat['messages'], // those that fit do so by the schema
      violations: format.kind === 'invalid' ? [...violations, format.violation] : violations,
      format: format.kind === 'invalid' ? NO_FORMAT : format,
    };
  const self = { ...model.defaults, ...request };
  const { stop, seed, stream, stream_options, enable_thinking } = self;
  return {
    kind: 'valid',
    model,
    request,
    messages,
    outputLimits: {
      max_tokens: toLimit(self.max_tokens),
      max_completion_tokens: toLimit(self.max_completion_tokens),
    },
    stop: toStop(stop),
    seed: typeof seed === 'number' ? seed : undefined,
    isStreamed: stream !== false,
    includesUsage: memberOf(stream_options, 'include_usage') === true,
    withReasoning: enable_thinking !== false,
    format,
  };
}

function violationsOf(
  choice: Exclude<ModelChoice, { kind: 'refused' }>,
  request: RequestBody,
): readonly Violation[] {
  if (choice.kind === 'known') {
    const valid = validateRequest(choice.model, request);
    if (valid.kind === 'error') throw new Error(valid.message);
    return valid.kind === 'invalid' ? valid.violations : [];
  }
  const validator = requestValidators.createChatCompletion;
  return validator(request) ? [] : toViolations(validator.errors ?? [], { body: request });
}

function toLimit(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}

function toStop(value: unknown): readonly string[] {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return texts.filter((text): text is string => typeof text === 'string' && text !== '');
}
