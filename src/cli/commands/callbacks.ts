import { policies } from '../../../generated/policies.ts';
import type { Delivery, DeliveryAttempt, DeliveryState } from '../../gateway/ports/store.ts';
import { toCallbackHost, UNUSABLE } from '../../gateway/webhooks/callback-url.ts';
import { readLimit, readState } from '../options/read-limit.ts';
import { refuse } from '../options/refusal.ts';
import { toTable } from '../print-table.ts';
import { type ActionContext, type Outcome, type StoreCommand, sharedUsage } from './store-command.ts';

const USAGE = `gatewright callbacks <action> [options]

Shows the callbacks of the durable gateway, and sends them again.

  gatewright callbacks list --state failed

  list            list callbacks, newest first
    --limit N       at most N (default ${policies.service.listed_rows})
    --state S       only callbacks in this state: pending, delivered, failed or discarded
  show TASK       show all delivery attempts of a callback, and why it was discarded
  resend TASK     have the service send it again, whatever its state; if no service is running,
                  the next one that starts on this database sends it

${sharedUsage(16)}`;

const STATES = ['pending', 'delivered', 'failed', 'discarded'] as const satisfies readonly DeliveryState[];

/** `gatewright callbacks`: the callbacks sent to receivers, for the operator (section 6). */
export const callbacksCommand: StoreCommand = {
  name: 'callbacks',
  usage: USAGE,
  options: { limit: { type: 'string' }, state: { type: 'string' } },
  actions: {
    list: { words: [], options: ['limit', 'state'], run: list },
    show: { words: ['TASK'], run: show },
    resend: { words: ['TASK'], run: resend },
  },
};

async function list({ store, flags }: ActionContext): Promise<Outcome> {
  const deliveries = await store.listDeliveries(readLimit(flags), readState(flags, STATES));
  const headings = ['TASK', 'STATE', 'ATTEMPTS', 'CREATED', 'ADDRESS', 'REASON'];
  const rows = deliveries.map(({ taskId, state, reason, attempts, createdAt, url }) => [
    taskId,
    state,
    String(attempts.length),
    new Date(createdAt).toISOString(),
    url,
    reason ?? whyNotDelivered(state, attempts),
  ]);
  return { text: toTable(headings, rows, { right: ['ATTEMPTS'] }), data: deliveries.map(toData) };
}

/** What the last attempt met, in the state that it led to. */
function whyNotDelivered(state: DeliveryState, attempts: readonly DeliveryAttempt[]): string {
  const last = attempts.at(-1);
  return state === 'delivered' || last === undefined ? '' : describe(last);
}

async function findDelivery({ store, words: [id = ''] }: ActionContext): Promise<Delivery> {
  const delivery = await store.findDelivery(id);
  return delivery ?? refuse(`There is no callback for "${id}". See: gatewright callbacks list`);
}

async function show(context: ActionContext): Promise<Outcome> {
  const delivery = await findDelivery(context);
  const { taskId, state, url, attempts } = delivery;
  const rows = attempts.map((attempt) => [
    new Date(attempt.at).toISOString(),
    `${attempt.durationMs} ms`,
    describe(attempt),
  ]);
  const why = delivery.reason === undefined ? '' : `discarded because ${delivery.reason}\n`;
  const head = toTable([taskId, state, url], []) + why;
  return {
    text: head + toTable(['ATTEMPTED AT', 'DURATION', 'RESPONSE'], rows, { right: ['DURATION'] }),
    data: toData(delivery),
  };
}

async function resend(context: ActionContext): Promise<Outcome> {
  const delivery = await findDelivery(context);
  const { taskId, url } = delivery;
  if (toCallbackHost(url) === undefined) refuse(`The callback of ${taskId} cannot be resent: ${UNUSABLE}.`);
  if (!(await context.store.requestResend(taskId))) refuse(`The callback of ${taskId} no longer exists.`);
  const text = `The service resends the callback of ${taskId}, now or when it starts. See: gatewright callbacks show ${taskId}\n`;
  return { text, data: { ...toData(delivery), resend: 'scheduled' } };
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
