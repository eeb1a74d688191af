import type { Session } from '../run/session.ts';
import type { Expectation } from '../suite/case.ts';
import { findOperation } from '../suite/find-operation.ts';
import { type Subject, statusFault } from './check.ts';

/** What a target answers that does not have an operation. */
const ABSENT: readonly (number | undefined)[] = [404, 405, 501];

/**
 * Why nothing can be said of the answers of an operation that the target does not have: its path, in which nothing is variable, is not
 * found. That the operation is not there fails where its status is stated.
 */
export function absentOperation(
  { exchanges, context }: Session,
  expectations: readonly Expectation[],
  subject: Subject,
): string | undefined {
  if (!ABSENT.includes(subject.status)) return undefined;
  const operation = exchanges.at(-1)?.().logged.operation;
  if (operation === undefined) return undefined;
  const isWanted = expectations.some(
    (expectation) => expectation.status !== undefined && statusFault(expectation, subject) === undefined,
  );
  const { method, path } = findOperation(operation, context.suite.contract);
  if (isWanted || path.includes('{')) return undefined;
  return `it was not reached: ${method} ${path} has status ${subject.status}`;
}

/** Whether an expectation that states no status is about an answer that is no error. */
export function readsAnswer({ status, body, schema, contract, that = '' }: Expectation): boolean {
  const isOfErrors = schema === 'ErrorEnvelope' || /\berror\b/.test(JSON.stringify([body, that]));
  if (status !== undefined || isOfErrors) return false;
  return [body, schema, contract].some((one) => one !== undefined) || /\b(body|events)\b/.test(that);
}
