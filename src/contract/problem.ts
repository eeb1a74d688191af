import { type ErrorReason, errorTable } from '../../generated/errors.ts';
import type { components } from '../../generated/openapi-types.ts';
import * as policies from '../../generated/policy-sections.ts';
import { plural } from './plural.ts';
import type { Violation } from './violations/violation.ts';

export type { ErrorReason };

type Schemas = components['schemas'];

/** The names of the `{name}` placeholders in the message of a reason. */
type Placeholder<Reason extends ErrorReason> = PlaceholderIn<(typeof errorTable)[Reason]['message']>;

type PlaceholderIn<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;

interface ProblemDetails {
  /** Values for the `{name}` placeholders in the table's message. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** JSON pointer into the body, or the name of a header or query parameter. */
  readonly param?: string;
  readonly violations?: readonly Violation[];
  readonly hold?: Schemas['ErrorHold'];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A message without one of its values would show the placeholder to the client. */
type DetailsFor<Reason extends ErrorReason> = [Placeholder<Reason>] extends [never]
  ? readonly [details?: ProblemDetails]
  : readonly [
      details: ProblemDetails & {
        readonly values: Readonly<Record<Placeholder<Reason>, string | number>>;
      },
    ];

/** An error as an operation returns it: the envelope of section 7 with the status of its reason. */
export interface ProblemResponse<Reason extends ErrorReason = ErrorReason> {
  readonly status: (typeof errorTable)[Reason]['status'];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Schemas['ErrorEnvelope'];
}

/** The result of a step that ends a request with an error. */
export interface Refused<Reason extends ErrorReason = ErrorReason> {
  readonly kind: 'refused';
  readonly response: ProblemResponse<Reason>;
}

/** Ends a request with an error. */
export function refused<Reason extends ErrorReason>(response: ProblemResponse<Reason>): Refused<Reason> {
  return { kind: 'refused', response };
}

/** Builds the response for one reason of the error table; its status is the table's. */
export function problem<Reason extends ErrorReason>(
  reason: Reason,
  ...[details]: DetailsFor<Reason>
): ProblemResponse<Reason> {
  const { values = {}, param, violations, hold, headers }: ProblemDetails = details ?? {};
  const { status, type, message } = errorTable[reason];
  // A truncated value may end in half of a surrogate pair.
  const text = message
    .replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
    .toWellFormed();
  const error = {
    code: status,
    message: text,
    type,
    reason,
    ...(param !== undefined ? { param } : {}),
    ...(violations ? { violations } : {}),
    ...(hold ? { hold } : {}),
  };
  return { status, body: { error }, ...(headers ? { headers } : {}) };
}

/**
 * The 400 for an invalid body: the message gives the first violation and counts the others; up to the maximum for a
 * response are listed.
 */
export function invalidRequest<Reason extends 'invalid_parameter' | 'invalid_reference'>(
  reason: Reason,
  violations: readonly Violation[],
): ProblemResponse<Reason> {
  const [first] = violations;
  const { max_violations: most, max_invalid_entries: mostEntries } = policies.requests;
  // In a list with more invalid entries than that, the others were not counted.
  const others = violations.length - 1;
  const least = violations.length >= mostEntries ? 'at least ' : '';
  const more = others > 0 ? ` (and ${least}${plural(others, 'more violation')})` : '';
  return problem<'invalid_parameter' | 'invalid_reference'>(reason, {
    values: { detail: `${first?.message ?? 'The request is not valid'}${more}` },
    param: first?.path ?? '',
    violations: violations.slice(0, most),
  }) as ProblemResponse<Reason>; // the reason is the given one
}
