import { mockParameters } from '../../generated/mock-fields.ts';
import { policies } from '../../generated/policies.ts';
import { parseFileTarget } from '../gateway/media/file-target.ts';
import { createReusedRing } from '../gateway/memory/ring.ts';
import type { ScenarioOperation } from './scenarios/scenarios.ts';
import { hintOf } from './sessions/accounts.ts';

/** A request as it is recorded; derived values are computed later. */
interface NotedRequest {
  /** Milliseconds since the Unix epoch, by the clock of the session. */
  readonly at: number;
  readonly method: string;
  readonly target: string;
  readonly authorization: string | undefined;
  readonly operation: ScenarioOperation | undefined;
  /** Undefined when the connection was dropped. */
  readonly status: number | undefined;
  /** The warning in the response. */
  readonly warning: string | undefined;
  /** The task that was accepted. */
  readonly taskId: string | undefined;
  /** Number of the scenario that was applied. */
  readonly scenario: number | undefined;
  readonly durationMs: number;
}

/** A request as it is reported: no bodies, no queries and no keys. */
export interface JournalEntry extends Omit<NotedRequest, 'target' | 'authorization'> {
  readonly path: string;
  readonly keyHint: string | undefined;
}

/** The latest requests of a session. */
export interface Journal {
  add(request: NotedRequest): void;
  /** The newest `limit` entries, oldest first. */
  last(limit: number): readonly JournalEntry[];
}

const { journal_path_characters: LONGEST_PATH } = policies.mock;

/** Creates an empty journal, which keeps as many entries as can be listed. */
export function createJournal(size: number = mockParameters.JournalLimit.maximum): Journal {
  const ring = createReusedRing<NotedRequest>(size);
  return { add: ring.add, last: (limit) => ring.items().slice(-limit).map(toEntry) };
}

function toEntry(request: NotedRequest): JournalEntry {
  const { target, authorization, ...facts } = request;
  const [path = ''] = target.split('?', 1);
  const key = /^bearer +(\S+)/i.exec(authorization ?? '')?.[1];
  return {
    ...facts,
    path: path.slice(0, LONGEST_PATH),
    keyHint: key === undefined ? undefined : hintOf(key),
    taskId: findTaskId(request, path),
  };
}

function findTaskId({ operation, taskId }: NotedRequest, path: string): string | undefined {
  if (operation === 'getTask') return path.split('/').at(-1);
  return operation === 'getFile' ? parseFileTarget(path)?.taskId : taskId;
}
