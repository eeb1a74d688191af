import { fillTemplate } from '../language/template.ts';
import { type Session, toBindings } from '../run/session.ts';
import type { PollTemplate } from '../suite/case.ts';
import { toObject } from '../suite/json.ts';
import { toRecord } from '../wire/task-record.ts';
import { exchange } from './http-steps.ts';
import { type StepResult, Unproven } from './step-result.ts';

/** Seconds between two polls: short at first, to observe quick tasks in progress; later as section 8 advises. */
const PAUSES = [0.2, 0.5, 1, 2, 4];
/** On a clock that the runner advances, waiting takes no time, but every poll does. */
const MANUAL_PAUSES = [4, 12, 30, 60, 60];

/** Polls a task until it has ended, or until a condition of the case holds. */
export async function runPoll(
  session: Session,
  { task, key, until = 'terminal(body.status)', within_seconds = 400, language }: PollTemplate,
): Promise<StepResult> {
  const id = fillTemplate(task, session.evaluate);
  if (typeof id !== 'string') throw new Unproven('there is no task to poll');
  const template = {
    operation: 'getTask',
    parameters: { task_id: id },
    ...(key && { key }),
    ...(language !== undefined && { query: { language } }),
  };
  const seen: { readonly status: unknown; readonly progress: unknown }[] = [];
  const started = session.time.now();
  for (let turn = 0; ; turn++) {
    const { response } = await exchange(session, { operation: 'getTask' }, await session.prepare(template));
    const body = toRecord(response.body);
    const { status, progress } = toObject(body);
    seen.push({ status, progress });
    Object.assign(session.values, toBindings({ ...response, body }), { payload: response.body ?? null });
    const waited = session.time.now() - started;
    const isDone = response.status !== 200 || isReached(session, until);
    if (isDone || waited > within_seconds) {
      const values = {
        statuses: seen.map((one) => one.status ?? null),
        progresses: seen.map((one) => one.progress ?? null),
        waited,
      };
      return { response: { ...response, body }, isPoll: true, values };
    }
    await pause(session, turn);
  }
}

/** Lets time pass until the next poll; real time only as long as tasks of the target end. */
async function pause({ time, context: { liveness } }: Session, turn: number): Promise<void> {
  if (time.isManual) return time.pass(MANUAL_PAUSES.at(Math.min(turn, 4)) ?? 0);
  const stalled = liveness.stalled();
  if (stalled !== undefined) throw new Unproven(stalled);
  const leave = liveness.wait();
  await time.pass(PAUSES.at(Math.min(turn, 4)) ?? 0);
  leave();
}

/** Whether the condition holds. A response for which it cannot be evaluated ends the polling: the checks report what is wrong. */
function isReached(session: Session, until: string): boolean {
  try {
    return session.evaluate(until) === true;
  } catch {
    return true;
  }
}
