import { policies } from '../../../../generated/policies.ts';
import { memberOf, nameOf } from '../../../contract/violations/pointer.ts';
import type { Violation } from '../../../contract/violations/violation.ts';
import type { FormatFault, TextFormat, UnfitFormat } from '../../ports/text/text-engine.ts';

/** The requested format of an answer, and the field that requests it; none for plain text. */
export type AnswerFormat =
  | { readonly kind: 'none' }
  | { readonly kind: 'format'; readonly format: TextFormat; readonly path: string }
  | { readonly kind: 'invalid'; readonly violation: Violation };

/** A format that can be asked of a model. */
export type UsableFormat = Exclude<AnswerFormat, { readonly kind: 'invalid' }>;

export const NO_FORMAT: UsableFormat = { kind: 'none' };

/** Reads the `response_format` of a chat: `json_schema.schema` is the schema. */
export function readChatFormat(value: unknown): AnswerFormat {
  return readFormat(value, memberOf(value, 'json_schema'), {
    path: '/response_format',
    schemaPath: '/response_format/json_schema/schema',
  });
}

/** Reads the `text.format` of a responses call, which contains the schema directly. */
export function readResponseFormat(text: unknown): AnswerFormat {
  const format = memberOf(text, 'format');
  return readFormat(format, format, { path: '/text/format', schemaPath: '/text/format/schema' });
}

function readFormat(
  value: unknown,
  holder: unknown,
  { path, schemaPath }: { readonly path: string; readonly schemaPath: string },
): AnswerFormat {
  const type = memberOf(value, 'type');
  if (type === 'json_object') return { kind: 'format', format: { kind: 'object' }, path };
  if (type !== 'json_schema') return NO_FORMAT;
  const schema = memberOf(holder, 'schema');
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    const message = `${nameOf(schemaPath)} is required: a JSON Schema, which is an object`;
    return { kind: 'invalid', violation: { path: schemaPath, rule: 'required', message } };
  }
  const { max_schema_bytes: most } = policies.text;
  const { length } = new TextEncoder().encode(JSON.stringify(schema));
  if (length <= most) return { kind: 'format', format: { kind: 'schema', schema }, path: schemaPath };
  const message = `${nameOf(schemaPath)} must have at most ${most} bytes; it has ${length}`;
  return { kind: 'invalid', violation: { path: schemaPath, rule: 'maxLength', message } };
}

/** Explains what is wrong with a format that the model cannot produce. */
export function unfitFormat(path: string, { reason, fault }: UnfitFormat): Violation {
  const name = nameOf(path);
  return { path, rule: 'schema', message: MESSAGES[fault](name, reason) };
}

const MESSAGES = {
  malformed: (name, reason) => `${name} is not valid: ${reason}`,
  impossible: (name, reason) => `${name} cannot be satisfied: ${reason}`,
  unsolved: (name, reason) =>
    `the model found no answer that fits ${name}, although there may be one: ${reason}; simplify the schema`,
} satisfies Readonly<Record<FormatFault, (name: string, reason: string) => string>>;
