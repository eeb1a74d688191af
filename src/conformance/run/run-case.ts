import type { ExpandedCase } from '../expand/expand.ts';
import { openLedger } from '../money/case-ledger.ts';
import { spendingRequests } from '../money/spending-requests.ts';
import { runStep } from '../steps/run-step.ts';
import { type StepResult, Unproven } from '../steps/step-result.ts';
import type { AfterStep, Expectation, Step } from '../suite/case.ts';
import type { Requirement } from '../suite/suite.ts';
import { NoResponse } from '../wire/exchange.ts';
import { check, type Subject } from './check.ts';
import { NoMedia } from './fill-body.ts';
import { checkInvariants } from './invariants.ts';
import { type CaseResult, type CheckResult, type Outcome, worstOutcome } from './result.ts';
import type { RunContext } from './run-context.ts';
import { openSession, type Session, toBindings } from './session.ts';

/** Runs one case from its first step to its last, or to where it cannot go on. Never throws. */
export async function runCase(context: RunContext, one: ExpandedCase, rich: string): Promise<CaseResult> {
  const started = performance.now();
  const checks: CheckResult[] = [];
  let spent: bigint | undefined;
  const finish = (exchanges: CaseResult['exchanges']): CaseResult => {
    const { id, title, file } = one;
    const outcome = worstOutcome(checks.map((result) => result.outcome));
    const tookMs = performance.now() - started;
    return { id, title, file, outcome, checks, exchanges, tookMs, ...(spent !== undefined && { spent }) };
  };
  const missing = (one.needs ?? []).filter((need) => !context.capabilities.has(need));
  if (missing.length > 0) {
    checks.push(...unproven(one, one.steps, `the target has no ${missing.join(', no ')}`));
    return finish([]);
  }
  let session: Session | undefined;
  try {
    session = await openSession(context, { id: one.id, rich, values: one.values });
    const closeLedger = isOnOwnAccount(context, one) ? await openLedger(session, rich) : undefined;
    await runSteps(session, one, checks);
    const ledger = await closeLedger?.();
    checks.push(...(ledger?.checks ?? []));
    spent = ledger?.spent;
  } catch (error) {
    checks.push({
      outcome: 'error',
      expected: 'the case can be run',
      actual: error instanceof Error ? error.message : String(error),
    });
  }
  if (session) checks.push(...checkInvariants(session));
  return finish(session?.exchanges ?? []);
}

/** A case that does not run: all of its checks are unproven. */
export function skipCase(one: ExpandedCase, reason: string): CaseResult {
  const { id, title, file, steps } = one;
  return {
    id,
    title,
    file,
    outcome: 'unproven',
    checks: unproven(one, steps, reason),
    exchanges: [],
    tookMs: 0,
  };
}

/** Whether the balance of a case that spends is that of no other. */
function isOnOwnAccount({ target, suite }: RunContext, one: ExpandedCase): boolean {
  return target.isolation !== undefined && spendingRequests(one, suite.contract).length > 0;
}

/** Runs the steps; what cannot be reached is unproven. */
async function runSteps(session: Session, one: ExpandedCase, checks: CheckResult[]): Promise<void> {
  for (const [index, step] of one.steps.entries()) {
    const stopped = await runOneStep(session, one, step, checks);
    if (stopped === undefined) continue;
    checks.push(...unproven(one, one.steps.slice(index + 1), stopped));
    return;
  }
}

/** Runs one step with its checks. Returns why the case cannot go on. */
async function runOneStep(
  session: Session,
  one: ExpandedCase,
  step: Step,
  checks: CheckResult[],
): Promise<string | undefined> {
  const expectations = 'assert' in step ? step.assert : (step.expect ?? []);
  const reached = await reach(session, step);
  if (typeof reached === 'object' && 'stopped' in reached) {
    // A target that gives no response has not given the expected one.
    const outcome = reached.isTargets ? undefined : 'unproven';
    checks.push(
      ...expectations.map((expectation) =>
        toResult(
          session,
          one,
          expectation,
          { expected: summary(expectation), faults: [reached.stopped] },
          outcome,
        ),
      ),
    );
    return reached.stopped;
  }
  Object.assign(session.values, reached.response && toBindings(reached.response), reached.values);
  const subject = toSubject(session, reached);
  for (const expectation of expectations) {
    const result = toResult(session, one, expectation, check(expectation, subject));
    if (result.requirement === undefined && result.outcome !== 'passed') {
      checks.push({ ...result, outcome: 'unproven' });
      return `it needs ${result.expected}; there was ${result.actual}`;
    }
    if (result.requirement !== undefined) checks.push(result);
  }
  return save(session, step);
}

async function reach(
  session: Session,
  step: Step,
): Promise<StepResult | { readonly stopped: string; readonly isTargets: boolean }> {
  try {
    return await runStep(session, step);
  } catch (error) {
    if (error instanceof NoResponse) return { stopped: error.message, isTargets: true };
    if (error instanceof Unproven || error instanceof NoMedia)
      return { stopped: error.message, isTargets: false };
    throw error;
  }
}

function toSubject(session: Session, { response }: StepResult): Subject {
  const { evaluate, context } = session;
  return {
    ...(response && {
      status: response.status,
      headers: response.headers,
      ...(response.body !== undefined && { body: response.body }),
    }),
    evaluate,
    schemaFaults: context.schemas.faults,
  };
}

function toResult(
  session: Session,
  one: ExpandedCase,
  expectation: Expectation,
  verdict: { readonly expected: string; readonly faults: readonly string[] },
  as?: Outcome,
): CheckResult {
  const requirement = expectation.requirement ?? one.requirement;
  const isFaulty = verdict.faults.length > 0;
  const isOpen = isFaulty && as === undefined && isLeftOpen(session, expectation);
  const failed = as ?? outcomeOf(session.context.suite.requirements.get(requirement ?? ''));
  return {
    ...(requirement && { requirement }),
    outcome: isOpen ? 'unproven' : isFaulty ? failed : 'passed',
    expected: verdict.expected,
    ...(isFaulty && { actual: `${isOpen ? LEFT_OPEN : ''}${verdict.faults.join('; ')}` }),
    ...(session.exchanges.length > 0 && { exchange: session.exchanges.length - 1 }),
  };
}

const LEFT_OPEN = 'the target chose otherwise, which the specification leaves open: ';

function isLeftOpen({ evaluate }: Session, { left_open: leftOpen }: Expectation): boolean {
  try {
    return leftOpen !== undefined && evaluate(leftOpen) === true;
  } catch {
    return false; // it reads what did not come
  }
}

/** How a requirement that is not met counts. */
export function outcomeOf(requirement: Requirement | undefined): Outcome {
  return requirement?.level === 'SHOULD' ? 'warning' : 'failed';
}

function save(session: Session, { save: names = {} }: AfterStep): string | undefined {
  for (const [name, expression] of Object.entries(names)) {
    try {
      session.values[name] = session.evaluate(expression);
    } catch (error) {
      return `there is no ${name}: ${error instanceof Error ? error.message : String(error)}`;
    }
  }
  return undefined;
}

/** The checks of steps that were not reached. */
function unproven(one: ExpandedCase, steps: readonly Step[], reason: string): readonly CheckResult[] {
  const expectations = steps.flatMap((step) => ('assert' in step ? step.assert : (step.expect ?? [])));
  return expectations.flatMap((expectation) => {
    const requirement = expectation.requirement ?? one.requirement;
    return requirement
      ? [{ requirement, outcome: 'unproven' as const, expected: summary(expectation), actual: reason }]
      : [];
  });
}

function summary({ status, that, schema, contract }: Expectation): string {
  return (
    that ??
    (status === undefined
      ? `a body valid against ${schema ?? contract ?? 'what is expected'}`
      : `status ${String(status)}`)
  );
}
