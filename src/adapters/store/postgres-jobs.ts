import type { CompiledQuery } from 'kysely';
import type { DueJob } from './durable-store.ts';
import type { EnqueueJobs, StatementRunner } from './sql-work.ts';

/** How jobs are enqueued as part of another statement. */
export interface CapturedJobs {
  /** The insert of the queue, with one parameter, `$1`: the jobs as a JSON array. Absent when nothing is inserted. */
  readonly insert?: { readonly text: string; readonly payload: string };
  readonly afterCommit: () => void;
}

/**
 * Asks the queue which SQL it would run, without running it. Undefined unless it is one insert with one parameter,
 * used once: otherwise the jobs need a transaction.
 */
export async function captureJobs(
  enqueue: EnqueueJobs,
  jobs: readonly DueJob[],
): Promise<CapturedJobs | undefined> {
  if (jobs.length === 0) return { afterCommit: () => {} };
  const statements: CompiledQuery[] = [];
  const recorder: StatementRunner = {
    async executeQuery(query) {
      statements.push('compile' in query ? query.compile() : query);
      return { rows: [] };
    },
  };
  const afterCommit = await enqueue(recorder, jobs);
  const [statement, ...others] = statements;
  if (!statement) return { afterCommit };
  const { sql: text, parameters } = statement;
  const [payload] = parameters;
  const isPlain = others.length === 0 && parameters.length === 1 && text.split('$').length === 2;
  if (!isPlain || typeof payload !== 'string' || !/^\s*insert into/i.test(text)) return undefined;
  return { insert: { text, payload }, afterCommit };
}
