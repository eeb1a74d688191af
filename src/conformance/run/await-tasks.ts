import { setTimeout as sleep } from 'node:timers/promises';
import { toObject } from '../suite/json.ts';
import { NoResponse, send } from '../wire/exchange.ts';
import type { SeenTask } from '../wire/seen-tasks.ts';
import { isTerminal, toRecord } from '../wire/task-record.ts';
import type { Liveness } from './liveness.ts';

const PAUSE_MS = 2000;
const MAX_MS = 400_000;

/**
 * Waits until the tasks of earlier cases have ended, because their charges would change a balance that the next case compares. `ended`
 * collects the ids of tasks that have ended or were given up; `others` are keys of other accounts, whose tasks do not matter.
 */
export async function awaitTasks(
  baseUrl: string,
  tasks: readonly SeenTask[],
  {
    ended,
    others,
    liveness,
  }: { readonly ended: Set<string>; readonly others: readonly string[]; readonly liveness: Liveness },
): Promise<void> {
  const deadline = performance.now() + MAX_MS;
  const isOver = (): boolean =>
    performance.now() > deadline || (liveness.unresponsive() ?? liveness.stalled()) !== undefined;
  const foreign = new Set(others.map((key) => `Bearer ${key}`));
  const leave = liveness.wait();
  for (const { id, authorization, record } of tasks) {
    if (record || foreign.has(authorization)) continue;
    while (!ended.has(id)) {
      if (isOver()) ended.add(id);
      else if (await hasEnded(baseUrl, { id, authorization }, liveness)) {
        ended.add(id);
        liveness.taskEnded();
      } else await sleep(PAUSE_MS);
    }
  }
  leave();
}

async function hasEnded(
  baseUrl: string,
  { id, authorization }: SeenTask,
  liveness: Liveness,
): Promise<boolean> {
  const url = `${baseUrl}/v1/tasks/${encodeURIComponent(id.toWellFormed())}`;
  try {
    const { status, body } = await send({ method: 'GET', url, headers: { authorization } });
    liveness.record(true);
    return status === 404 || isTerminal(toObject(toRecord(body)).status);
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    liveness.record(false);
    return false;
  }
}
