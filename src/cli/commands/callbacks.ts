import type { Delivery, DeliveryAttempt, DeliveryState } from '../../gateway/ports/store.ts';
import { toCallbackHost, UNUSABLE } from '../../gateway/webhooks/callback-url.ts';
import { toTable } from '../print-table.ts';
import { readLimit, readState } from './read-limit.ts';
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
    --state S       only those that are pending, delivered, failed or discarded
  show TASK       every try of one callback, and why it was discarded
  resend TASK     have it sent once more, whatever became of it: by the service that runs on this database, with
                  its settings, or by the next one that starts

  --data DIR      folder of the embedded database (default gatewright-data), also while serve runs
  --config FILE   file of the service, which names its database
  --json          one JSON value instead of text
  --help          this text

Environment: DATABASE_URL=postgres://... works on PostgreSQL instead.
`;

const STATES = ['pending', 'delivered', 'failed', 'discarded'] as const satisfies readonly DeliveryState[];

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['list', { words: [], run: list }],
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
  const limit = readLimit(flags, 'callbacks');
  if (typeof limit === 'string') return refuse(limit);
  const read = readState(flags, STATES);
  if (typeof read === 'string') return refuse(read);
  const deliveries = await store.listDeliveries(limit, read.state);
  const headings = ['TASK', 'STATE', 'TRIES', 'OWED SINCE', 'ADDRESS', 'REASON'];
  const rows = deliveries.map(({ taskId, state, reason = '', attempts, createdAt, url }) => [
    taskId,
    state,
    String(attempts.length),
    new Date(createdAt).toISOString(),
    url,
    reason,
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
  const why = delivery.reason === undefined ? '' : `discarded because ${delivery.reason}\n`;
  const head = `${taskId}  ${state}  ${url}\n${why}`;
  return {
    kind: 'done',
    text: head + toTable(['TRIED AT', 'TOOK', 'ANSWER'], rows, { right: ['TOOK'] }),
    data: toData(delivery),
  };
}

async function resend(delivery: Delivery, { store }: ActionContext): Promise<Outcome> {
  const { taskId, url } = delivery;
  if (toCallbackHost(url) === undefined)
    return refuse(`The callback of ${taskId} cannot be sent: ${UNUSABLE}.`);
  if (!(await store.askResend(taskId))) return refuse(`The callback of ${taskId} is gone.`);
  const text = `The service sends the callback of ${taskId} once more, at once or when it starts: gatewright callbacks show ${taskId}\n`;
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
