import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { policies } from '../../../../generated/policies.ts';
import type { DueWork, Job } from '../../../gateway/ports/queue.ts';
import { withPortErrors } from '../../database/failures.ts';

/** By the database's clock, which all processes share; an index can be searched with it. */
const NOW = '(extract(epoch from statement_timestamp()) * 1000)::bigint';
const LEASE = `claimed_by = $2, claimed_until = ${NOW} + ${policies.database.lease_seconds * 1000}`;
const IS_FREE = `(claimed_until is null or claimed_until <= ${NOW})`;

/** The claim of each kind: parameters are the limit and the process. */
const CLAIM: Readonly<Record<Job['kind'], string>> = {
  finish_task: `
with due as (
  select id from holds where due_at <= ${NOW} and ${IS_FREE}
  order by due_at limit $1 for update skip locked
)
update holds set ${LEASE} from due where holds.id = due.id
returning holds.id as task_id`,
  deliver_callback: `
with due as (
  select task_id from deliveries where state = 'pending' and next_at <= ${NOW} and ${IS_FREE}
  order by next_at limit $1 for update skip locked
), requested as (
  select task_id from deliveries where resend = 'queued' and ${IS_FREE}
  limit $1 for update skip locked
), chosen as (
  select task_id from requested union select task_id from due limit $1
)
update deliveries set ${LEASE} from chosen where deliveries.task_id = chosen.task_id
returning deliveries.task_id`,
};

/** Rows that another statement is changing are skipped, so that no two statements wait for each other. */
const extend = (table: string, id: string) => `
with own as (
  select ${id} as id from ${table} where ${id} = any($1) and claimed_by = $2 for update skip locked
)
update ${table} set ${LEASE} from own where ${table}.${id} = own.id`;

const EXTEND: Readonly<Record<Job['kind'], string>> = {
  finish_task: extend('holds', 'id'),
  deliver_callback: extend('deliveries', 'task_id'),
};

/** Creates the claims of one process. */
export function createPostgresClaims(pool: Pool): DueWork {
  const owner = randomUUID();
  return withPortErrors<DueWork>({
    async claimDue(kind, most) {
      const { rows } = await pool.query<{ readonly task_id: string }>(CLAIM[kind], [most, owner]);
      return rows.map(({ task_id: taskId }) => ({ kind, taskId }));
    },
    async extendClaims(kind, jobs) {
      await pool.query(EXTEND[kind], [jobs.map(({ taskId }) => taskId), owner]);
    },
  });
}
