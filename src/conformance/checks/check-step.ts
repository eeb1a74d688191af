import type { ExpandedCase } from '../expand/expand.ts';
import { NotEvaluable } from '../language/expressions.ts';
import { tryEvaluate } from '../language/template.ts';
import type { CheckResult, Outcome } from '../run/result.ts';
import type { Session } from '../run/session.ts';
import type { StepResult } from '../steps/step-result.ts';
import type { Expectation } from '../suite/case.ts';
import type { Requirement } from '../suite/suite.ts';
import { absentOperation, absentTask, readsAnswer } from './absent-operation.ts';
import { check, type Subject, statusFault, type Verdict } from './check.ts';

/** The checks of a step, in the order of its expectations. A failed precondition ends the list and stops the case. */
export function checkStep(
  session: Session,
  one: ExpandedCase,
  expectations: readonly Expectation[],
  reached: StepResult,
): { readonly checks: readonly CheckResult[]; readonly stopped?: string } {
  const subject = toSubject(session, reached);
  const other =
    otherStatus(session, one, expectations, subject) ??
    absentTask(session, expectations, { subject, isPoll: reached.isPoll });
  const absent = absentOperation(session, expectations, subject);
  const checks: CheckResult[] = [];
  for (const [index, expectation] of expectations.entries()) {
    const isPrecondition = requirementOf(one, expectation) === undefined;
    if (other !== undefined && expectation.status === undefined) {
      if (!isPrecondition) checks.push(unreached(session, one, expectation, other));
      continue;
    }
    const verdict = tryCheck(expectation, subject);
    const open =
      verdict.faults.length === 0
        ? whyInconclusive(expectation, reached)
        : readsAnswer(expectation) && absent;
    const result = open
      ? toResult(session, one, expectation, { ...verdict, faults: [open] }, 'unproven')
      : toResult(session, one, expectation, verdict);
    if (isPrecondition && result.outcome !== 'passed') {
      const stopped = `it needs ${result.expected}; there was ${result.actual}`;
      const rest = checkUnreached(one, expectations.slice(index + 1), stopped);
      return { checks: [...checks, { ...result, outcome: 'unproven' }, ...rest], stopped };
    }
    if (!isPrecondition) checks.push(result);
  }
  return { checks };
}

/** Why a status that came as expected proves nothing. */
function whyInconclusive({ status, that = '' }: Expectation, { hasNoTask }: StepResult): string | undefined {
  const isOfStatus = status !== undefined || /\bstatus\b/.test(that);
  return isOfStatus && hasNoTask ? 'the response names no task' : undefined;
}

/** The templates of an expectation can use values of a response, which may not fit. */
function tryCheck(expectation: Expectation, subject: Subject): Verdict {
  try {
    return check(expectation, subject);
  } catch (error) {
    if (!(error instanceof NotEvaluable)) throw error;
    return { expected: summarize(expectation), faults: [error.message] };
  }
}

/**
 * The actual status when a `MUST` demands another one. The other checks of the step are about a response that was not received, so they
 * neither pass nor fail.
 */
function otherStatus(
  session: Session,
  one: ExpandedCase,
  expectations: readonly Expectation[],
  subject: Subject,
): string | undefined {
  return expectations
    .filter((expectation) => isMust(session, one, expectation))
    .flatMap((expectation) => statusFault(expectation, subject) ?? [])[0];
}

function isMust({ context }: Session, one: ExpandedCase, expectation: Expectation): boolean {
  return context.suite.requirements.get(requirementOf(one, expectation) ?? '')?.level === 'MUST';
}

function requirementOf(
  one: ExpandedCase,
  { requirement = one.requirement }: Expectation,
): string | undefined {
  return requirement;
}

/** The checks of a step without a response. Where a `MUST` demands a status, only that check fails; the others neither pass nor fail. */
export function checkUnanswered(
  session: Session,
  one: ExpandedCase,
  expectations: readonly Expectation[],
  { reason, isTargets }: Unanswered,
): readonly CheckResult[] {
  const isDemanded = expectations.some(
    (expectation) => expectation.status !== undefined && isMust(session, one, expectation),
  );
  return expectations.map((expectation) => {
    if (isDemanded && expectation.status === undefined) return unreached(session, one, expectation, reason);
    const verdict = { expected: summarize(expectation), faults: [reason] };
    return toResult(session, one, expectation, verdict, isTargets ? undefined : 'unproven');
  });
}

/** Why a step has no result. */
export interface Unanswered {
  readonly reason: string;
  /** Whether the target failed to respond; otherwise the case could not send the request. */
  readonly isTargets: boolean;
}

function unreached(
  session: Session,
  one: ExpandedCase,
  expectation: Expectation,
  reason: string,
): CheckResult {
  const verdict = { expected: summarize(expectation), faults: [`not checked: ${reason}`] };
  return toResult(session, one, expectation, verdict, 'unproven');
}

/** The checks of steps that were not reached. */
export function checkUnreached(
  one: ExpandedCase,
  expectations: readonly Expectation[],
  reason: string,
): readonly CheckResult[] {
  return expectations.flatMap((expectation) => {
    const requirement = requirementOf(one, expectation);
    return requirement
      ? [{ requirement, outcome: 'unproven' as const, expected: summarize(expectation), actual: reason }]
      : [];
  });
}

function toSubject({ evaluate, context }: Session, { response }: StepResult): Subject {
  return { ...response, evaluate, format: context.format, schemaFaults: context.schemas.faults };
}

function toResult(
  session: Session,
  one: ExpandedCase,
  expectation: Expectation,
  { expected, faults }: Verdict,
  as?: Outcome,
): CheckResult {
  const requirement = requirementOf(one, expectation);
  const isFaulty = faults.length > 0;
  const isOpen = isFaulty && as === undefined && isLeftOpen(session, expectation);
  const failed = as ?? outcomeOf(session.context.suite.requirements.get(requirement ?? ''));
  return {
    ...(requirement && { requirement }),
    outcome: isOpen ? 'unproven' : isFaulty ? failed : 'passed',
    expected,
    ...(isFaulty && { actual: `${isOpen ? LEFT_OPEN : ''}${faults.join('; ')}` }),
    ...(session.exchanges.length > 0 && { exchange: session.exchanges.length - 1 }),
  };
}

const LEFT_OPEN = 'the target behaves differently, which the specification allows: ';

function isLeftOpen({ evaluate }: Session, { left_open: leftOpen }: Expectation): boolean {
  return leftOpen !== undefined && tryEvaluate(evaluate, leftOpen) === true;
}

/** The outcome of a check that does not hold. */
export function outcomeOf(requirement: Requirement | undefined): Outcome {
  return requirement?.level === 'SHOULD' ? 'warning' : 'failed';
}

function summarize({ status, that, schema, contract }: Expectation): string {
  return (
    that ??
    (status === undefined
      ? `a body valid against ${schema ?? contract ?? 'what is expected'}`
      : `status ${String(status)}`)
  );
}
