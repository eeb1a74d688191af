import { toList, toObject } from '../suite/json.ts';
import type { Exchange } from './exchange.ts';
import { asksForTask, isTerminal, isWrapped, toRecord } from './task-record.ts';

/** A task as seen in one exchange: its submission or its record. */
export interface SeenTask {
  readonly id: string;
  /** The `Authorization` header of the request. */
  readonly authorization: string;
  readonly record?: {
    /** Empty until it has ended. */
    readonly status: string;
    /** US dollars; 0 when it is not a number. */
    readonly cost: number;
    /** The record was wrapped in `{code, data}`. */
    readonly isWrapped: boolean;
  };
}

/** Limits on untrusted data; a correct target stays below them. */
const [MAX_TASKS, MAX_ID] = [20, 1000];

/** The tasks that appear in an exchange. */
export function seenTasks({ request, response }: Exchange): readonly SeenTask[] {
  const { authorization = '' } = request.headers;
  if (asksForTask(request) && response.status === 200) {
    const { id, status, cost } = toObject(toRecord(response.body));
    const record = {
      status: isTerminal(status) ? status : '',
      cost: typeof cost === 'number' && Number.isFinite(cost) ? cost : 0,
      isWrapped: isWrapped(response.body),
    };
    return [{ id: String(id).slice(0, MAX_ID), authorization, record }];
  }
  if (request.method !== 'POST' || response.status >= 300) return [];
  return toList(toObject(response.body).data)
    .slice(0, MAX_TASKS)
    .flatMap((one) => {
      const { task_id: id } = toObject(one);
      return typeof id === 'string' && id.length <= MAX_ID ? [{ id, authorization }] : [];
    });
}

/** The ids of the tasks known to have ended. */
export function endedTasks(tasks: readonly SeenTask[]): Set<string> {
  return new Set(tasks.filter(({ record = { status: '' } }) => record.status !== '').map(({ id }) => id));
}

/** Whether a submitted task is not known to have ended: money may be on hold for it. */
export function hasUnfinished(tasks: readonly SeenTask[]): boolean {
  const ended = endedTasks(tasks);
  return tasks.some(({ id, record }) => record === undefined && !ended.has(id));
}
