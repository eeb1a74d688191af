import { type Kysely, type Selectable, sql } from 'kysely';
import type { Tables } from '../sql/tables.ts';

type TaskRow = Selectable<Tables['tasks']>;

const PAGE = 500;
/** Approximate bytes read at a time: one task may be long, but not many at once. */
const MAX_CHARACTERS = 4_000_000;
/** The input of a task; older databases have it in the columns that polls read. */
const INPUT_FIELDS = ['request', 'output', 'size', 'references', 'seed'];

/** Moves the inputs of tasks out of the columns that polls read, and deletes those of finished tasks; may be repeated. */
export async function moveTaskInputs(db: Kysely<Tables>): Promise<void> {
  for (let after = ''; ; ) {
    const page = await db
      .selectFrom('tasks')
      .select(['id', sql<bigint>`length(data)`.as('size')])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const last = page.at(-1);
    if (!last) return;
    for (const ids of inParts(page)) await inTransaction(db, (trx) => moveInputsOf(trx, ids));
    after = last.id;
  }
}

/** PostgreSQL migrations already run in one transaction, SQLite's in none. */
async function inTransaction(
  db: Kysely<Tables>,
  body: (trx: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await (db.isTransaction ? body(db) : db.transaction().execute(body));
}

function inParts(page: readonly { readonly id: string; readonly size: bigint }[]): readonly string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const { id, size } of page) {
    const length = Number(size);
    if (length > room) {
      parts.push([]);
      room = MAX_CHARACTERS;
    }
    parts.at(-1)?.push(id);
    room -= length;
  }
  return parts;
}

async function moveInputsOf(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const rows = await db
    .selectFrom('tasks')
    .leftJoin('task_outcomes', 'task_outcomes.task_id', 'tasks.id')
    .selectAll('tasks')
    .select('task_outcomes.task_id as ended')
    .where('tasks.id', 'in', ids)
    .execute();
  const moved = rows.flatMap(({ ended, ...row }) => moveInput(row, ended !== null));
  if (moved.length === 0) return;
  await db
    .insertInto('tasks')
    .values(moved)
    .onConflict((clash) =>
      clash
        .column('id')
        .doUpdateSet((row) => ({ data: row.ref('excluded.data'), input: row.ref('excluded.input') })),
    )
    .execute();
}

/** The row in its new form; none if it already is. */
function moveInput(row: TaskRow, hasEnded: boolean): readonly TaskRow[] {
  const fields = Object.entries(JSON.parse(row.data) as object);
  const input = fields.filter(([name]) => INPUT_FIELDS.includes(name));
  if (input.length === 0) return [];
  const data = fields.filter(([name]) => !INPUT_FIELDS.includes(name));
  return [
    {
      ...row,
      data: JSON.stringify(Object.fromEntries(data)),
      input: hasEnded ? null : JSON.stringify(Object.fromEntries(input)),
    },
  ];
}
