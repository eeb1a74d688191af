import { setTimeout as sleep } from 'node:timers/promises';
import { toObject } from '../suite/json.ts';
import { NoResponse, send } from '../wire/exchange.ts';
import type { SeenTask } from '../wire/seen-tasks.ts';
import { isTerminal, toRecord } from '../wire/task-record.ts';
import type { Patience } from './patience.ts';

const PAUSE_MS = 2000;
const LONGEST_MS = 400_000;

/**
 * Waits until the tasks that earlier cases submitted have ended: what they settle would change a balance that the next case compares.
 * `ended` keeps the ids of tasks that need not be asked for again, those that were given up as well; `others` are keys of other
 * accounts, whose tasks do not matter.
 */
export async function awaitTasks(
  baseUrl: string,
  tasks: readonly SeenTask[],
  {
    ended,
    others,
    patience,
  }: { readonly ended: Set<string>; readonly others: readonly string[]; readonly patience: Patience },
): Promise<void> {
  const deadline = performance.now() + LONGEST_MS;
  const isOver = (): boolean =>
    performance.now() > deadline || (patience.silence() ?? patience.standstill()) !== undefined;
  const foreign = new Set(others.map((key) => `Bearer ${key}`));
  const leave = patience.wait();
  for (const { id, authorization, record } of tasks) {
    if (record || foreign.has(authorization)) continue;
    while (!ended.has(id)) {
      if (isOver()) ended.add(id);
      else if (await hasEnded(baseUrl, { id, authorization }, patience)) {
        ended.add(id);
        patience.taskEnded();
      } else await sleep(PAUSE_MS);
    }
  }
  leave();
}

async function hasEnded(
  baseUrl: string,
  { id, authorization }: SeenTask,
  patience: Patience,
): Promise<boolean> {
  const url = `${baseUrl}/v1/tasks/${encodeURIComponent(id.toWellFormed())}`;
  try {
    const { status, body } = await send({ method: 'GET', url, headers: { authorization } });
    patience.hear(true);
    return status === 404 || isTerminal(toObject(toRecord(body)).status);
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    patience.hear(false);
    return false;
  }
}
