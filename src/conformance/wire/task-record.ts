import { isObject, type Json, toObject } from '../suite/json.ts';
import type { WireRequest } from './exchange.ts';

const SUCCEEDED: readonly unknown[] = ['success', 'completed'];

/** Whether a status of section 3 is that of a task that succeeded. */
export function isSuccess(status: unknown): boolean {
  return SUCCEEDED.includes(status);
}

/** Whether a status is that of a task that has ended. */
export function isTerminal(status: unknown): status is string {
  return isSuccess(status) || status === 'failed' || status === 'cancelled';
}

/** Whether a request asks for the status of a task. */
export function asksForTask({ method, url }: Pick<WireRequest, 'method' | 'url'>): boolean {
  return method === 'GET' && /\/v1\/tasks\/[^/?]+(\?|$)/.test(url);
}

/** Whether a task record is in a member `data`, as in `{code, data}`: section 2.4 does not say that it is the root. */
export function isWrapped(body: Json | undefined): boolean {
  return isObject(body) && body.id === undefined && isObject([body.data].flat()[0]);
}

/** The task record of an answer or a callback, with or without a wrapper. */
export function toRecord(body: Json | undefined): Json {
  return isWrapped(body) ? ([toObject(body).data].flat()[0] as Json) : (body ?? null); // isWrapped has looked at it
}
