import { isObject, toList, toObject } from '../suite/json.ts';
import type { Exchange } from '../wire/exchange.ts';
import { toRecord } from '../wire/task-record.ts';

const ENDED: readonly unknown[] = ['success', 'completed', 'failed', 'cancelled'];

/** Ids of the tasks that exchanges show to have ended. */
export function endedTasks(exchanges: readonly Exchange[]): Set<string> {
  const records = exchanges
    .filter(({ operation, response }) => operation === 'getTask' && response.status === 200)
    .map(({ response }) => toObject(toRecord(response.body)));
  return new Set(records.filter(({ status }) => ENDED.includes(status)).map(({ id }) => String(id)));
}

/** Whether a task was submitted and not seen to have ended: money may be held for it. */
export function hasUnfinished(exchanges: readonly Exchange[]): boolean {
  const ended = endedTasks(exchanges);
  return exchanges
    .filter(({ request, response }) => request.method === 'POST' && response.status < 300)
    .flatMap(({ response }) => toList(toObject(response.body).data).filter(isObject))
    .some(({ task_id: id }) => typeof id === 'string' && !ended.has(id));
}
