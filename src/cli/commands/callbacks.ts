import type { Delivery, DeliveryAttempt } from '../../gateway/ports/store.ts';
import { resendCallback } from '../../node/resend-callback.ts';
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

  list            callbacks that were owed, newest first
    --limit N       at most so many (default 20)
  show TASK       every try of one callback
  resend TASK     send it once more, now
    --allow-private-addresses  also to addresses that are not public

  --data DIR      folder of the embedded database (default gatewright-data), while no serve runs on it
  --json          one JSON value instead of text
  --help          this text

Environment: DATABASE_URL=postgres://... works on PostgreSQL instead, also while serve runs.
`;

const MOST_LISTED = 10_000;

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['list', { words: [], run: list }],
  ['show', { words: ['TASK'], run: forDelivery(async (delivery) => show(delivery)) }],
  ['resend', { words: ['TASK'], run: forDelivery(resend) }],
]);

/** What `gatewright callbacks` can do. */
export const callbacksCommand: StoreCommand = {
  usage: USAGE,
  options: { limit: { type: 'string' }, 'allow-private-addresses': { type: 'boolean' } },
  actions,
};

/** `gatewright callbacks`: what was sent to receivers, as the operator sees it (section 6). Gives the exit code. */
export function runCallbacks(args: readonly string[]): Promise<number> {
  return runStoreCommand(callbacksCommand, args);
}

async function list({ store, flags }: ActionContext): Promise<Outcome> {
  const wanted = typeof flags.limit === 'string' ? flags.limit : '20';
  const limit = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  if (limit < 1 || limit > MOST_LISTED)
    return refuse(`--limit ${wanted}: ask for 1 to ${MOST_LISTED} callbacks.`);
  const deliveries = await store.listDeliveries(limit);
  const headings = ['TASK', 'STATE', 'TRIES', 'OWED SINCE', 'ADDRESS'];
  const rows = deliveries.map(({ taskId, state, attempts, createdAt, url }) => [
    taskId,
    state,
    String(attempts.length),
    new Date(createdAt).toISOString(),
    url,
  ]);
  return { kind: 'done', text: toTable(headings, rows, { right: ['TRIES'] }), data: deliveries.map(toData) };
}

function forDelivery(run: (delivery: Delivery, context: ActionContext) => Promise<Outcome>): Action['run'] {
  return async (context) => {
    const [id = ''] = context.words;
    const delivery = await context.store.findDelivery(id);
    return delivery
      ? run(delivery, context)
      : refuse(`No callback is owed for "${id}": gatewright callbacks list shows them.`);
  };
}

function show(delivery: Delivery): Outcome {
  const { taskId, state, url, attempts } = delivery;
  const rows = attempts.map((attempt) => [
    new Date(attempt.at).toISOString(),
    `${attempt.durationMs} ms`,
    describe(attempt),
  ]);
  const head = `${taskId}  ${state}  ${url}\n`;
  return {
    kind: 'done',
    text: head + toTable(['TRIED AT', 'TOOK', 'ANSWER'], rows, { right: ['TOOK'] }),
    data: toData(delivery),
  };
}

async function resend({ taskId }: Delivery, { store, flags }: ActionContext): Promise<Outcome> {
  const allowsPrivateAddresses = flags['allow-private-addresses'] === true;
  await resendCallback(store, taskId, { allowsPrivateAddresses });
  const delivery = await store.findDelivery(taskId);
  return delivery ? show(delivery) : refuse(`The callback of ${taskId} is gone.`);
}

function describe({ status, error }: DeliveryAttempt): string {
  return status === undefined ? (error ?? '') : String(status);
}

function toData({ taskId, accountId, state, url, createdAt, nextAt, attempts }: Delivery) {
  return {
    task: taskId,
    account: accountId,
    state,
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
