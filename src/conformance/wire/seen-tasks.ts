import { toList, toObject } from '../suite/json.ts';
import type { Exchange } from './exchange.ts';
import { asksForTask, isTerminal, isWrapped, toRecord } from './task-record.ts';

/** A task as one exchange showed it: its submission, or its record. */
export interface SeenTask {
  readonly id: string;
  /** The header of the request. */
  readonly authorization: string;
  readonly record?: {
    /** Empty until it has ended. */
    readonly status: string;
    /** US dollars; 0 when it is no number. */
    readonly cost: number;
    /** It came inside `{code, data}`. */
    readonly isWrapped: boolean;
  };
}

/** A target can say anything: nothing of this is longer where it is right. */
const [MOST_TASKS, LONGEST_ID] = [20, 1000];

/** The tasks that an exchange tells of. */
export function seenTasks({ request, response }: Exchange): readonly SeenTask[] {
  const { authorization = '' } = request.headers;
  if (asksForTask(request) && response.status === 200) {
    const { id, status, cost } = toObject(toRecord(response.body));
    const record = {
      status: isTerminal(status) ? status : '',
      cost: typeof cost === 'number' && Number.isFinite(cost) ? cost : 0,
      isWrapped: isWrapped(response.body),
    };
    return [{ id: String(id).slice(0, LONGEST_ID), authorization, record }];
  }
  if (request.method !== 'POST' || response.status >= 300) return [];
  return toList(toObject(response.body).data)
    .slice(0, MOST_TASKS)
    .flatMap((one) => {
      const { task_id: id } = toObject(one);
      return typeof id === 'string' && id.length <= LONGEST_ID ? [{ id, authorization }] : [];
    });
}

/** Ids of the tasks that were seen to have ended. */
export function endedTasks(tasks: readonly SeenTask[]): Set<string> {
  return new Set(tasks.filter(({ record = { status: '' } }) => record.status !== '').map(({ id }) => id));
}

/** Whether a task was submitted and not seen to have ended: money may be held for it. */
export function hasUnfinished(tasks: readonly SeenTask[]): boolean {
  const ended = endedTasks(tasks);
  return tasks.some(({ id, record }) => record === undefined && !ended.has(id));
}
