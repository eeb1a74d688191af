import { type ErrorReason, errorTable } from '../../generated/errors.ts';
import { policies } from '../../generated/policies.ts';
import type { Violation } from './violation.ts';

export type { ErrorReason };

/** The error envelope of section 7, with the additive members `reason`, `param` and `violations`. */
export interface ErrorEnvelope {
  readonly error: {
    /** The HTTP status. */
    readonly code: number;
    readonly message: string;
    readonly type: (typeof errorTable)[ErrorReason]['type'];
    readonly reason: ErrorReason;
    readonly param?: string;
    readonly violations?: readonly Violation[];
  };
}

/** The HTTP status of a reason, as a literal type. */
export type StatusOf<Reason extends ErrorReason> = (typeof errorTable)[Reason]['status'];

/** What a problem is about. */
export interface ProblemDetails {
  /** Values for the `{name}` places of the table's message. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** JSON pointer into the body, or the name of a header or query parameter. */
  readonly param?: string;
  readonly violations?: readonly Violation[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal as an operation returns it. */
export interface ProblemResponse<Reason extends ErrorReason = ErrorReason> {
  readonly status: StatusOf<Reason>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: ErrorEnvelope;
}

/** Builds the response for one reason of the error table; its status is the table's. */
export function problem<Reason extends ErrorReason>(
  reason: Reason,
  { values = {}, param, violations, headers }: ProblemDetails = {},
): ProblemResponse<Reason> {
  const { status, type, message } = errorTable[reason];
  // A value that is cut short may end in half of a character.
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
  };
  return { status, body: { error }, ...(headers ? { headers } : {}) };
}

/** The 400 for a body that breaks the contract: the first violation is told and all are counted, as many as an answer may list are listed. */
export function invalidRequest<Reason extends 'invalid_parameter' | 'invalid_reference'>(
  reason: Reason,
  violations: readonly Violation[],
): ProblemResponse<Reason> {
  const [first] = violations;
  const more = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
  return problem(reason, {
    values: { detail: `${first?.message ?? 'The request is not valid'}${more}` },
    param: first?.path ?? '',
    violations: violations.slice(0, policies.requests.max_violations),
  });
}
