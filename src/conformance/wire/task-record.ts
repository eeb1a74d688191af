import { isObject, type Json, toObject } from '../suite/json.ts';
import type { WireRequest } from './exchange.ts';

const SUCCEEDED: readonly unknown[] = ['success', 'completed'];

/** The states of a task that has ended. */
export const ENDS: readonly unknown[] = [...SUCCEEDED, 'failed', 'cancelled'];

/** Whether a status of section 3 means that the task succeeded. */
export function isSuccess(status: unknown): boolean {
  return SUCCEEDED.includes(status);
}

/** Whether a status means that the task has ended. */
export function isTerminal(status: unknown): status is string {
  return ENDS.includes(status);
}

/** Whether a request asks for the status of a task. */
export function asksForTask({ method, url }: Pick<WireRequest, 'method' | 'url'>): boolean {
  return method === 'GET' && /\/v1\/tasks\/[^/?]+(\?|$)/.test(url);
}

/** Whether a request submits a task. */
export function submitsTask({ method, url }: Pick<WireRequest, 'method' | 'url'>): boolean {
  return method === 'POST' && /\/v1\/(images|videos)\/generations(\?|$)/.test(url);
}

/** Whether a task record is wrapped, as in `{code, data}`; section 2.4 leaves that open. */
export function isWrapped(body: Json | undefined): boolean {
  return isObject(body) && body.id === undefined && isObject([body.data].flat()[0]);
}

/** The task record of a response or a callback, wrapped or not. */
export function toRecord(body: Json | undefined): Json {
  return isWrapped(body) ? ([toObject(body).data].flat()[0] as Json) : (body ?? null); // checked by isWrapped
}
