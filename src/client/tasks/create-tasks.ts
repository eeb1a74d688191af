import { type CallOptions, type Calls, malformedAnswer } from '../create-calls.ts';
import type { Fetch } from '../retrying-fetch.ts';
import { readRecord } from './read-record.ts';
import { createTask, type Task } from './task.ts';
import { IDEMPOTENCY_HEADER } from './with-idempotency-key.ts';

/** Options of a submission. */
export interface SubmitOptions extends CallOptions {
  /** Makes a repeated submission create no second task; a random one by default, kept across retries. */
  readonly idempotencyKey?: string;
}

/** Submits tasks and continues them. */
export interface Tasks {
  submit(operationId: 'createImage' | 'createVideo', request: object, options?: SubmitOptions): Promise<Task>;
  resume(id: string): Task;
}

/** Creates them from the calls of a client. */
export function createTasks(calls: Calls, fetch: Fetch): Tasks {
  const resume = (id: string) =>
    createTask(id, {
      async poll(task_id, { signal, language }) {
        const parameters = { task_id, ...(language !== undefined && { language }) };
        const answer = await calls.getTask(parameters, { ...(signal && { signal }) });
        return readRecord(answer) ?? refuseIncomplete('The answer to a poll has no task record', answer);
      },
      fetchFile: (url, signal) => fetch(new Request(url, { ...(signal && { signal }) })),
    });
  return {
    async submit(operationId, request, options) {
      const { idempotencyKey, headers, signal } = options ?? {};
      const submit = calls[operationId] as (body: object, options: CallOptions) => Promise<unknown>;
      const answer = await submit(request, {
        headers: {
          ...(idempotencyKey !== undefined && { [IDEMPOTENCY_HEADER]: idempotencyKey }),
          ...headers,
        },
        ...(signal && { signal }),
      });
      return resume(readTaskId(answer));
    },
    resume,
  };
}

/** The id in the answer to a submission (section 2.3); some implementations send `data` without the list. */
function readTaskId(answer: unknown): string {
  const [submitted] = [Object(answer).data].flat();
  const id: unknown = Object(submitted).task_id;
  return typeof id === 'string' && id
    ? id
    : refuseIncomplete('The answer to a submission has no task id', answer);
}

/** Throws for an answer without what is needed, with its own words: some implementations refuse with status 200. */
function refuseIncomplete(what: string, answer: unknown): never {
  const { message, error } = Object(answer);
  const words: unknown = message ?? Object(error).message;
  return malformedAnswer(typeof words === 'string' ? `${what}: ${words}` : `${what}.`);
}
