import type { Session } from '../run/session.ts';
import type { Expectation } from '../suite/case.ts';
import { findOperation } from '../suite/find-operation.ts';
import { type Subject, statusFault } from './check.ts';

/** Statuses of a target that does not implement an operation. */
const ABSENT: readonly (number | undefined)[] = [404, 405, 501];

/**
 * Why the responses of an operation cannot be checked: the target does not implement it, because its path, which has no variables, is not
 * found. A check of the status itself still fails.
 */
export function absentOperation(
  { exchanges, context }: Session,
  expectations: readonly Expectation[],
  subject: Subject,
): string | undefined {
  if (!ABSENT.includes(subject.status)) return undefined;
  const operation = exchanges.at(-1)?.().logged.operation;
  if (operation === undefined) return undefined;
  const { method, path } = findOperation(operation, context.suite.contract);
  if (isWanted(expectations, subject) || path.includes('{')) return undefined;
  return `not checked: ${method} ${path} returned ${subject.status}`;
}

/**
 * Why nothing but the status of a poll can be checked: the target has not found a task of this case in any poll, although it named the task
 * itself.
 */
export function absentTask(
  { exchanges, context }: Session,
  expectations: readonly Expectation[],
  { subject, isPoll = false }: { readonly subject: Subject; readonly isPoll?: boolean | undefined },
): string | undefined {
  if (!isPoll || !ABSENT.includes(subject.status) || isWanted(expectations, subject)) return undefined;
  const isFound = exchanges
    .map((kept) => kept().logged)
    .some(({ operation, response }) => operation === 'getTask' && !ABSENT.includes(response.status));
  const { method, path } = findOperation('getTask', context.suite.contract);
  return isFound ? undefined : `${method} ${path} returned ${subject.status}`;
}

function isWanted(expectations: readonly Expectation[], subject: Subject): boolean {
  return expectations.some(
    (expectation) => expectation.status !== undefined && statusFault(expectation, subject) === undefined,
  );
}

/** Whether an expectation without a status is about a successful response. */
export function readsAnswer({ status, body, schema, contract, that = '' }: Expectation): boolean {
  const isOfErrors = schema === 'ErrorEnvelope' || /\berror\b/.test(JSON.stringify([body, that]));
  if (status !== undefined || isOfErrors) return false;
  return [body, schema, contract].some((one) => one !== undefined) || /\b(body|events)\b/.test(that);
}
