import type { Pool } from 'pg';
import { toReplayRow } from '../sql/idempotency.ts';
import { ACCEPTED, type Reservation, type Reserve, reserveInSteps, toReservedRows } from '../sql/reserve.ts';

/** Inserts the rows of a JSON array, in their order, if all is paid. */
const insertPaid = (table: string, columns: string, parameter: string) => `
  insert into ${table} (${columns})
  select ${columns} from json_populate_recordset(null::${table}, ${parameter}::json)
  where (select is_paid from verdict)`;

/**
 * All or nothing for groups of any size, in one text, so that it is planned once. Accounts are locked in the order of
 * `inLockOrder`, whatever the collation of the database. Checks and updates use the locked balances:
 * other parts of the statement see the rows from before the wait. `for share` locks the table of keys before that, as
 * `lockPostgresKeys` does; it locks a row only where the statement does nothing.
 */
const RESERVE = `
with totals as (
  select * from json_to_recordset($1::json) as total (account_id text, amount bigint)
), locked as (
  select * from accounts where id in (select account_id from totals) order by id collate "C" for update
), short as (
  select account_id from totals left join locked on id = account_id where available >= amount is not true
), limited as (
  select from api_keys
  where quota is not null and digest in (select key_digest from json_populate_recordset(null::holds, $2::json))
  for share
), answers as (
  select * from json_populate_recordset(null::idempotency, $5::json)
), held as (
  select from idempotency as claim join answers using (account_id, operation_id, idempotency_key)
  where claim.token = answers.token and claim.status is null
  for update of claim
), verdict as (
  select not exists (select from short) and not exists (select from limited)
    and (select count(*) from held) = (select count(*) from answers) as is_paid
), debits as (
  update accounts set available = locked.available - amount, held = locked.held + amount
  from locked join totals on locked.id = account_id
  where accounts.id = locked.id and (select is_paid from verdict)
), new_holds as (
  ${insertPaid('holds', 'id, account_id, key_digest, model_id, amount, created_at, due_at, owner', '$2')}
), new_entries as (
  ${insertPaid('ledger_entries', 'account_id, kind, reference, at, available, held, used, deposited', '$3')}
), new_tasks as (
  ${insertPaid('tasks', 'id, account_id, created_at, hold, data, input, picture', '$4')}
), replays as (
  update idempotency as claim set status = answer.status, body = answer.body
  from answers as answer
  where (claim.account_id, claim.operation_id, claim.idempotency_key)
      = (answer.account_id, answer.operation_id, answer.idempotency_key)
    and claim.token = answer.token
    and (select is_paid from verdict)
)
select true as is_refused from verdict where not is_paid`;
/**
 * Reserves in one statement, which is a transaction of its own and planned once per connection: a group costs one round
 * trip. A group in which some account lacks the money, or some key has a quota, takes the general path.
 */
export function createReserveAtOnce(pool: Pool): Reserve {
  return async (core, reservations) => {
    const { holds, entries, tasks, jobs } = toReservedRows(reservations);
    const replays = reservations.flatMap(({ replay }) => (replay ? [toReplayRow(replay)] : []));
    const values = [toTotals(reservations), holds, entries, tasks, replays].map(toJson);
    const refused = await pool.query({ name: 'gatewright_reserve', text: RESERVE, values });
    if (refused.rows.length > 0) return reserveInSteps(core, reservations);
    for (const { job, dueAt } of jobs) core.schedule(job, dueAt);
    return reservations.map(() => ACCEPTED);
  };
}

function toTotals(reservations: readonly Reservation[]): readonly object[] {
  const totals = new Map<string, bigint>();
  for (const { hold } of reservations)
    totals.set(hold.accountId, (totals.get(hold.accountId) ?? 0n) + hold.amount);
  return [...totals].map(([account_id, amount]) => ({ account_id, amount }));
}

/** PostgreSQL reads 64-bit integers from text. */
function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
