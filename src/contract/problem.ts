import { type ErrorReason, errorTable } from '../../generated/errors.ts';
import { policies } from '../../generated/policies.ts';
import type { Violation } from './violations/violation.ts';

export type { ErrorReason };

/** The error envelope of section 7, with the additive members `reason`, `param`, `violations` and `hold`. */
export interface ErrorEnvelope {
  readonly error: {
    /** The HTTP status. */
    readonly code: number;
    readonly message: string;
    readonly type: (typeof errorTable)[ErrorReason]['type'];
    readonly reason: ErrorReason;
    readonly param?: string;
    readonly violations?: readonly Violation[];
    readonly hold?: HoldDetail;
  };
}

/** What a request holds and what is available, in US dollars; only for the wire. */
export interface HoldDetail {
  readonly currency: 'USD';
  readonly available: number;
  readonly amount: number;
  readonly group_ratio: number;
  readonly items: readonly {
    readonly unit: string;
    readonly quantity: number;
    readonly size?: string;
    readonly tool?: string;
    readonly rate: number;
    readonly per: number;
    readonly amount: number;
  }[];
  readonly enough_with: readonly (ChangeDetail & { readonly and?: ChangeDetail })[];
}

interface ChangeDetail {
  readonly param: string;
  readonly value: string | number;
}

/** The HTTP status of a reason, as a literal type. */
export type StatusOf<Reason extends ErrorReason> = (typeof errorTable)[Reason]['status'];

/** Details of a problem. */
export interface ProblemDetails {
  /** Values for the `{name}` placeholders in the table's message. */
  readonly values?: Readonly<Record<string, string | number>>;
  /** JSON pointer into the body, or the name of a header or query parameter. */
  readonly param?: string;
  readonly violations?: readonly Violation[];
  readonly hold?: HoldDetail;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error as an operation returns it. */
export interface ProblemResponse<Reason extends ErrorReason = ErrorReason> {
  readonly status: StatusOf<Reason>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: ErrorEnvelope;
}

/** Builds the response for one reason of the error table; its status is the table's. */
export function problem<Reason extends ErrorReason>(
  reason: Reason,
  { values = {}, param, violations, hold, headers }: ProblemDetails = {},
): ProblemResponse<Reason> {
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
  const count = `${violations.length >= mostEntries ? 'at least ' : ''}${violations.length - 1}`;
  const more = violations.length > 1 ? ` (and ${count} more)` : '';
  return problem(reason, {
    values: { detail: `${first?.message ?? 'The request is not valid'}${more}` },
    param: first?.path ?? '',
    violations: violations.slice(0, most),
  });
}
