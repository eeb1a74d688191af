import { policies } from '../../../generated/policies.ts';
import { TASK_LIST_STATES } from '../../adapters/store/durable-store.ts';
import { formatUsd } from '../../contract/money.ts';
import type { Task } from '../../gateway/ports/store.ts';
import { progressAt } from '../../gateway/tasks/timeline.ts';
import { readLimit, readState } from '../options/read-limit.ts';
import { refuse } from '../options/refusal.ts';
import { toTable } from '../print-table.ts';
import { type ActionContext, type Outcome, type StoreCommand, sharedUsage } from './store-command.ts';
import { unknownAccount } from './unknown-account.ts';

const USAGE = `gatewright tasks <action> [options]

Shows the tasks of the durable gateway, and cancels them.

  gatewright tasks list --state open --account acme

  list          list tasks, newest first
    --limit N     at most N (default ${policies.service.listed_rows})
    --state S     only tasks in this state: open, success, failed or cancelled
    --account A   only tasks of this account
  show TASK     show its state, hold and charge
  cancel TASK   cancel it: the hold is released in full, and no callback is sent

${sharedUsage(14, { hasAmounts: true })}`;

/** `gatewright tasks`: the tasks of a durable gateway, for its operator. */
export const tasksCommand: StoreCommand = {
  name: 'tasks',
  usage: USAGE,
  options: { limit: { type: 'string' }, state: { type: 'string' }, account: { type: 'string' } },
  actions: {
    list: { words: [], options: ['limit', 'state', 'account'], run: list },
    show: { words: ['TASK'], run: async (context) => show(await findTask(context), context.now) },
    cancel: { words: ['TASK'], run: cancel },
  },
};

async function findTask({ store, words: [id = ''] }: ActionContext): Promise<Task> {
  return (await store.findTask(id)) ?? refuse(`There is no task "${id}". See: gatewright tasks list`);
}

async function cancel(context: ActionContext): Promise<Outcome> {
  const { store, now } = context;
  const task = await findTask(context);
  const isCancelled = await store.finishTask(task.id, { status: 'cancelled', charge: 0n }, { at: now });
  const current = (await store.findTask(task.id)) ?? task;
  if (!isCancelled) refuse(`Task ${task.id} has already ended: ${progressAt(current, now).status}.`);
  return show(current, now);
}

async function list({ store, flags, now }: ActionContext): Promise<Outcome> {
  const limit = readLimit(flags);
  const state = readState(flags, TASK_LIST_STATES);
  const accountId = typeof flags.account === 'string' ? flags.account : undefined;
  if (accountId !== undefined && !(await store.findAccount(accountId))) unknownAccount(accountId);
  const tasks = await store.listTasks({ state, accountId, limit });
  const shown = tasks.map((task) => toData(task, now));
  return { text: toTasksTable(shown), data: shown };
}

function show(task: Task, now: number): Outcome {
  const shown = toData(task, now);
  return { text: toTasksTable([shown]), data: shown };
}

function toData(task: Task, now: number) {
  const { id, accountId, modelName, hold, outcome, createdAt } = task;
  const { status, progress } = progressAt(task, now);
  return {
    task: id,
    status,
    progress,
    model: modelName,
    account: accountId,
    held: formatUsd(outcome ? 0n : hold),
    charged: formatUsd(outcome?.charge ?? 0n),
    created: new Date(createdAt).toISOString(),
  };
}

function toTasksTable(tasks: readonly ReturnType<typeof toData>[]): string {
  const headings = ['TASK', 'STATE', 'PROGRESS', 'MODEL', 'ACCOUNT', 'HELD USD', 'CHARGED USD', 'CREATED'];
  const rows = tasks.map((task) => Object.values({ ...task, progress: `${task.progress} %` }));
  return toTable(headings, rows, { right: ['PROGRESS', 'HELD USD', 'CHARGED USD'] });
}
