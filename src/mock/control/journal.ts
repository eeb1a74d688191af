import { mockParameters } from '../../../generated/mock-fields.ts';
import { quote } from '../../contract/quote.ts';
import type { JournalEntry } from '../journal.ts';
import { type ControlCall, type ControlSchemas, refuseValue } from './control-call.ts';
import type { ControlResponse } from './control-response.ts';

const { default: DEFAULT_LIMIT, maximum: MAX_LIMIT } = mockParameters.JournalLimit;

/** `GET /__mock/journal`. */
export function getJournal({ session, query }: ControlCall): ControlResponse {
  const asked = query.get('limit');
  const limit = Number(asked ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
    const message = `limit must be a whole number from 1 to ${MAX_LIMIT}; got ${quote(asked)}`;
    return refuseValue('limit', 'range', message);
  }
  return { status: 200, body: { data: session.journal.last(limit).map(toEntry) } };
}

function toEntry(entry: JournalEntry): ControlSchemas['JournalEntry'] {
  const { at, method, path, keyHint, operation, status, taskId, warning, scenario, durationMs } = entry;
  return {
    time: new Date(at).toISOString(),
    method,
    path,
    ...(keyHint === undefined ? {} : { key_hint: keyHint }),
    ...(operation === undefined ? {} : { operation }),
    ...(status === undefined ? {} : { status }),
    ...(taskId === undefined ? {} : { task_id: taskId }),
    ...(warning === undefined ? {} : { warning }),
    ...(scenario === undefined ? {} : { scenario }),
    duration_ms: Math.round(durationMs * 100) / 100,
  };
}
