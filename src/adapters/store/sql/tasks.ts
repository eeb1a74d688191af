import type { Kysely } from 'kysely';
import type { NewTask, Task } from '../../../gateway/ports/store.ts';
import type { DurableStore, TaskFilter } from '../durable-store.ts';
import { createGroupRead } from '../groups/group-read.ts';
import { fromTaskRow, fromUnfinishedRow } from './rows.ts';
import type { Tables } from './tables.ts';

/** The columns that polls read: not the input, which may be long. */
const POLLED = ['tasks.id', 'tasks.account_id', 'tasks.created_at', 'tasks.hold', 'tasks.data'] as const;

/** Inputs are read this many at a time: each may be long. */
const MAX_INPUTS = 16;

export function createTaskReads(
  db: Kysely<Tables>,
): Pick<DurableStore, 'findTask' | 'findUnfinishedTask' | 'findPicture' | 'listTasks'> {
  const all = () =>
    db.selectFrom('tasks').leftJoin('task_outcomes', 'task_outcomes.task_id', 'tasks.id').select(POLLED);
  const joined = (ids: readonly string[]) => all().where('tasks.id', 'in', ids);
  const find = createGroupRead<Task>(async (ids) => {
    const rows = await joined(ids).select(['finished_at', 'charge', 'outcome']).execute();
    return new Map(rows.map((row) => [row.id, fromTaskRow(row)]));
  });
  const findUnfinished = createGroupRead<NewTask>(async (ids) => {
    const rows = await joined(ids).select('tasks.input').where('task_outcomes.task_id', 'is', null).execute();
    return new Map(rows.map((row) => [row.id, fromUnfinishedRow(row)]));
  }, MAX_INPUTS);
  // PostgreSQL cannot store such a character in text.
  return {
    findTask: async (id) => (id.includes('\0') ? undefined : find(id)),
    findUnfinishedTask: async (id) => (id.includes('\0') ? undefined : findUnfinished(id)),
    async findPicture(id) {
      if (id.includes('\0')) return undefined;
      const row = await db.selectFrom('tasks').select('picture').where('id', '=', id).executeTakeFirst();
      return row?.picture ?? undefined;
    },
    async listTasks({ state, accountId, limit }: TaskFilter) {
      const ofAccount = accountId === undefined ? all() : all().where('tasks.account_id', '=', accountId);
      const ofState =
        state === undefined
          ? ofAccount
          : state === 'open'
            ? ofAccount.where('task_outcomes.task_id', 'is', null)
            : ofAccount.where('task_outcomes.outcome', 'like', `%"status":"${state}"%`); // JSON text escapes quotes within
      const rows = await ofState
        .select(['finished_at', 'charge', 'outcome'])
        .orderBy('tasks.created_at', 'desc')
        .orderBy('tasks.id')
        .limit(limit)
        .execute();
      return rows.map(fromTaskRow);
    },
  };
}
