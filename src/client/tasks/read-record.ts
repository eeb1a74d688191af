import type { components } from '../../../generated/openapi-types.ts';
import * as policies from '../../../generated/policy-sections.ts';

/** State and result of a task (section 2.4). */
export type TaskRecord = components['schemas']['TaskRecord'];

const SUCCESS: readonly string[] = policies.tasks.success_values;

/**
 * The record in a response: at its root, or in `data`, as some implementations wrap it. `completed` becomes `success`:
 * both mean the same (section 3).
 */
export function readRecord(body: unknown): TaskRecord | undefined {
  let found = body;
  while (typeof found === 'object' && found !== null) {
    if ('id' in found && 'status' in found) {
      const record = found as TaskRecord; // other implementations may send less than the contract says
      return SUCCESS.includes(record.status) ? { ...record, status: 'success' } : record;
    }
    found = 'data' in found ? [found.data].flat()[0] : undefined;
  }
  return undefined;
}

/** Whether a task has ended; a status that is not known means that it has not (section 3). */
export function hasEnded({ status }: TaskRecord): boolean {
  return (policies.tasks.terminal as readonly string[]).includes(status);
}
