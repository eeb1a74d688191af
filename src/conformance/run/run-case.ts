import { checkStep, checkUnanswered, checkUnreached, type Unanswered } from '../checks/check-step.ts';
import { describeValues } from '../checks/describe-values.ts';
import type { ExpandedCase } from '../expand/expand.ts';
import { NotEvaluable } from '../language/expressions.ts';
import { openLedger } from '../money/case-ledger.ts';
import { isFree, spendingRequests } from '../money/spending-requests.ts';
import { expectationsOf } from '../selection/requirements-of.ts';
import { runStep } from '../steps/run-step.ts';
import { type StepResult, Unproven } from '../steps/step-result.ts';
import type { AfterStep, Step } from '../suite/case.ts';
import { NoResponse } from '../wire/exchange.ts';
import { describeMissing } from './describe-missing.ts';
import { type Attempt, repeatUntilMet } from './patience.ts';
import { type CaseResult, type CheckResult, worstOutcome } from './result.ts';
import type { RunContext } from './run-context.ts';
import { openSession, type Session, toBindings } from './session.ts';

/** Runs one case until its last step or until it cannot continue. Never throws. */
export async function runCase(context: RunContext, one: ExpandedCase, rich: string): Promise<CaseResult> {
  const checks: CheckResult[] = [];
  let spent: CaseResult['spent'];
  const missing = describeMissing(context, one);
  if (missing !== undefined) return skipCase(one, missing);
  let session: Session | undefined;
  try {
    session = await openSession(context, one, rich);
    const isOnOwn = isOnOwnAccount(context, one);
    if (isOnOwn) spent = 'unknown';
    const closeLedger = isOnOwn ? await openLedger(session, rich) : undefined;
    await runSteps(session, one, checks);
    const ledger = await closeLedger?.();
    checks.push(...(ledger?.checks ?? []));
    spent = ledger?.spent ?? spent;
  } catch (error) {
    checks.push({
      outcome: 'error',
      expected: 'the case can be run',
      actual: error instanceof Error ? error.message : String(error),
    });
  }
  checks.push(...(session?.watch.results() ?? []));
  const { id, title, file } = one;
  const { exchanges, tasks, tookMs } = session ?? { exchanges: [], tasks: [], tookMs: 0 };
  return {
    ...{ id, title, file, checks, exchanges, tasks, tookMs },
    outcome: worstOutcome(checks.map((result) => result.outcome)),
    ...(spent !== undefined && { spent }),
  };
}

/** The result of a case that does not run: all of its checks are unproven. */
export function skipCase(one: ExpandedCase, reason: string): CaseResult {
  const { id, title, file, steps } = one;
  const checks = unproven(one, steps, reason);
  return { id, title, file, outcome: 'unproven', checks, exchanges: [], tasks: [], tookMs: 0 };
}

/** Whether a case that spends has its own account. With a spend limit, requests that must be refused count as spending. */
function isOnOwnAccount({ target, suite, isLimited }: RunContext, one: ExpandedCase): boolean {
  if (target.isolation === undefined) return false;
  return isLimited ? spendingRequests(one, suite.contract).length > 0 : !isFree(one, suite.contract);
}

async function runSteps(session: Session, one: ExpandedCase, checks: CheckResult[]): Promise<void> {
  for (const [index, step] of one.steps.entries()) {
    const stopped = await runOneStep(session, one, step, checks);
    if (stopped === undefined) continue;
    checks.push(...unproven(one, one.steps.slice(index + 1), stopped));
    return;
  }
}

/** Runs one step with its checks. Returns why the case cannot continue, if it cannot. */
async function runOneStep(
  session: Session,
  one: ExpandedCase,
  step: Step,
  checks: CheckResult[],
): Promise<string | undefined> {
  const within = 'request' in step ? (step.request.within_seconds ?? 0) : 0;
  const { checks: made, stopped } = await repeatUntilMet(session, within, () => tryStep(session, one, step));
  checks.push(...made);
  return stopped ?? save(session, step);
}

async function tryStep(session: Session, one: ExpandedCase, step: Step): Promise<Attempt> {
  const expectations = expectationsOf(step);
  const reached = await reach(session, step);
  if ('reason' in reached)
    return { checks: checkUnanswered(session, one, expectations, reached), stopped: reached.reason };
  Object.assign(session.values, reached.response && toBindings(reached.response), reached.values);
  return checkStep(session, one, expectations, reached);
}

async function reach(session: Session, step: Step): Promise<StepResult | Unanswered> {
  try {
    return await runStep(session, step);
  } catch (error) {
    if (error instanceof NoResponse) return { reason: error.message, isTargets: true };
    // If there was a response, it is the target's values that the expression cannot be evaluated for.
    const isOdd = error instanceof NotEvaluable && session.exchanges.length > 0;
    if (isOdd || error instanceof Unproven) return { reason: error.message, isTargets: false };
    throw error;
  }
}

function save(session: Session, { save: names = {} }: AfterStep): string | undefined {
  for (const [name, expression] of Object.entries(names)) {
    try {
      session.values[name] = session.evaluate(expression);
    } catch {
      return `no value for ${expression}: ${describeValues(expression, { evaluate: session.evaluate, format: session.context.format })}`;
    }
  }
  return undefined;
}

/** The checks of steps that were not reached. */
function unproven(one: ExpandedCase, steps: readonly Step[], reason: string): readonly CheckResult[] {
  return checkUnreached(one, steps.flatMap(expectationsOf), reason);
}
