import { policies } from '../../../generated/policies.ts';
import type { Delivery, DeliveryAttempt, DeliveryState } from '../../gateway/ports/store.ts';
import { toCallbackHost, UNUSABLE } from '../../gateway/webhooks/callback-url.ts';
import { readLimit, readState } from '../options/read-limit.ts';
import { toTable } from '../print-table.ts';
import {
  type Action,
  type ActionContext,
  type Outcome,
  refuse,
  runStoreCommand,
  type StoreCommand,
} from './store-command.ts';

const USAGE = `gatewright callbacks <action> [options]

  list            list callbacks, newest first
    --limit N       at most N (default ${policies.service.listed_rows})
    --state S       only callbacks in this state: pending, delivered, failed or discarded
  show TASK       show all delivery attempts of a callback, and why it was discarded
  resend TASK     have the service send it again, whatever its state; if no service is running,
                  the next one that starts on this database sends it

  --data DIR      folder of the embedded database (default gatewright-data); serve may be running
  --config FILE   configuration file of the service, for its database
  --json          print one JSON value instead of text
  --help          show this text

Environment: DATABASE_URL=postgres://... selects a PostgreSQL database instead.
`;

const STATES = ['pending', 'delivered', 'failed', 'discarded'] as const satisfies readonly DeliveryState[];

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['list', { words: [], options: ['limit', 'state'], run: list }],
  ['show', { words: ['TASK'], run: forDelivery(async (delivery) => show(delivery)) }],
  ['resend', { words: ['TASK'], run: forDelivery(resend) }],
]);

/** Actions of `gatewright callbacks`. */
export const callbacksCommand: StoreCommand = {
  name: 'callbacks',
  usage: USAGE,
  options: { limit: { type: 'string' }, state: { type: 'string' } },
  actions,
};

/** `gatewright callbacks`: the callbacks sent to receivers, for the operator (section 6). Returns the exit code. */
export function runCallbacks(args: readonly string[]): Promise<number> {
  return runStoreCommand(callbacksCommand, args);
}

async function list({ store, flags }: ActionContext): Promise<Outcome> {
  const limit = readLimit(flags);
  if (typeof limit === 'string') return refuse(limit);
  const read = readState(flags, STATES);
  if (typeof read === 'string') return refuse(read);
  const deliveries = await store.listDeliveries(limit, read.state);
  const headings = ['TASK', 'STATE', 'ATTEMPTS', 'CREATED', 'ADDRESS', 'REASON'];
  const rows = deliveries.map(({ taskId, state, reason = '', attempts, createdAt, url }) => [
    taskId,
    state,
    String(attempts.length),
    new Date(createdAt).toISOString(),
    url,
    reason,
  ]);
  return {
    kind: 'done',
    text: toTable(headings, rows, { right: ['ATTEMPTS'] }),
    data: deliveries.map(toData),
  };
}

function forDelivery(run: (delivery: Delivery, context: ActionContext) => Promise<Outcome>): Action['run'] {
  return async (context) => {
    const [id = ''] = context.words;
    const delivery = await context.store.findDelivery(id);
    return delivery
      ? run(delivery, context)
      : refuse(`There is no callback for "${id}". See: gatewright callbacks list`);
  };
}

function show(delivery: Delivery): Outcome {
  const { taskId, state, url, attempts } = delivery;
  const rows = attempts.map((attempt) => [
    new Date(attempt.at).toISOString(),
    `${attempt.durationMs} ms`,
    describe(attempt),
  ]);
  const why = delivery.reason === undefined ? '' : `discarded because ${delivery.reason}\n`;
  const head = `${taskId}  ${state}  ${url}\n${why}`;
  return {
    kind: 'done',
    text: head + toTable(['ATTEMPTED AT', 'DURATION', 'RESPONSE'], rows, { right: ['DURATION'] }),
    data: toData(delivery),
  };
}

async function resend(delivery: Delivery, { store }: ActionContext): Promise<Outcome> {
  const { taskId, url } = delivery;
  if (toCallbackHost(url) === undefined)
    return refuse(`The callback of ${taskId} cannot be resent: ${UNUSABLE}.`);
  if (!(await store.requestResend(taskId))) return refuse(`The callback of ${taskId} no longer exists.`);
  const text = `The service resends the callback of ${taskId}, now or when it starts. See: gatewright callbacks show ${taskId}\n`;
  return { kind: 'done', text, data: { ...toData(delivery), resend: 'scheduled' } };
}

function describe({ status, error }: DeliveryAttempt): string {
  return status === undefined ? (error ?? '') : String(status);
}

function toData({ taskId, accountId, state, reason, url, createdAt, nextAt, attempts }: Delivery) {
  return {
    task: taskId,
    account: accountId,
    state,
    ...(reason === undefined ? {} : { reason }),
    url,
    owed_since: new Date(createdAt).toISOString(),
    ...(nextAt === undefined ? {} : { next_try: new Date(nextAt).toISOString() }),
    attempts: attempts.map(({ at, durationMs, ...answer }) => ({
      at: new Date(at).toISOString(),
      duration_ms: durationMs,
      ...answer,
    })),
  };
}
