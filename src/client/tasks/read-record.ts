import type { components } from '../../../generated/openapi-types.ts';
import { policies } from '../../../generated/policies.ts';

/** State and result of a task (section 2.4). */
export type TaskRecord = components['schemas']['TaskRecord'];

const SUCCESS: readonly string[] = policies.tasks.success_values;

/**
 * The record in a response: at its root, or in `data`, as some implementations wrap it. `completed` becomes `success`:
 * both mean the same (section 3).
 */
export function readRecord(body: unknown): TaskRecord | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('id' in body && 'status' in body) {
    const record = body as TaskRecord; // other implementations may send less than the contract says
    return SUCCESS.includes(record.status) ? { ...record, status: 'success' } : record;
  }
  return 'data' in body ? readRecord(Array.isArray(body.data) ? body.data[0] : body.data) : undefined;
}

/** Whether a task has ended; a status that is not known means that it has not (section 3). */
export function hasEnded({ status }: TaskRecord): boolean {
  return (policies.tasks.terminal as readonly string[]).includes(status);
}
