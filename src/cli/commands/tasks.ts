import { formatUsd } from '../../contract/money.ts';
import type { Task } from '../../gateway/ports/store.ts';
import { progressAt } from '../../gateway/tasks/timeline.ts';
import { toTable } from '../print-table.ts';
import {
  type Action,
  type ActionContext,
  type Outcome,
  refuse,
  runStoreCommand,
  type StoreCommand,
} from './store-command.ts';

const USAGE = `gatewright tasks <action> [options]

  show TASK     its state and money
  cancel TASK   end it: the whole hold goes back, no callback is sent

  --data DIR    folder of the embedded database (default gatewright-data), also while serve runs
  --json        one JSON value instead of text; amounts are decimal strings
  --help        this text

Environment: DATABASE_URL=postgres://... works on PostgreSQL instead.
`;

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['show', { words: ['TASK'], run: forTask(async (task, { now }) => show(task, now)) }],
  ['cancel', { words: ['TASK'], run: forTask(cancel) }],
]);

/** Actions of `gatewright tasks`. */
export const tasksCommand: StoreCommand = { name: 'tasks', usage: USAGE, options: {}, actions };

/** `gatewright tasks`: the tasks of a durable gateway, for its operator. Returns the exit code. */
export function runTasks(args: readonly string[]): Promise<number> {
  return runStoreCommand(tasksCommand, args);
}

function forTask(run: (task: Task, context: ActionContext) => Promise<Outcome>): Action['run'] {
  return async (context) => {
    const [id = ''] = context.words;
    const task = await context.store.findTask(id);
    return task ? run(task, context) : refuse(`There is no task "${id}".`);
  };
}

async function cancel(task: Task, { store, now }: ActionContext): Promise<Outcome> {
  const isCancelled = await store.finishTask(task.id, { status: 'cancelled', charge: 0n }, { at: now });
  const current = (await store.findTask(task.id)) ?? task;
  if (!isCancelled) return refuse(`Task ${task.id} has ended already: ${progressAt(current, now).status}.`);
  return show(current, now);
}

function show(task: Task, now: number): Outcome {
  const { id, accountId, modelName, hold, outcome, createdAt } = task;
  const { status, progress } = progressAt(task, now);
  const charged = formatUsd(outcome?.charge ?? 0n);
  const held = formatUsd(outcome ? 0n : hold);
  const created = new Date(createdAt).toISOString();
  const headings = ['TASK', 'STATE', 'PROGRESS', 'MODEL', 'ACCOUNT', 'HELD USD', 'CHARGED USD', 'CREATED'];
  const row = [id, status, `${progress} %`, modelName, accountId, held, charged, created];
  const data = { task: id, status, progress, model: modelName, account: accountId, held, charged, created };
  return {
    kind: 'done',
    text: toTable(headings, [row], { right: ['PROGRESS', 'HELD USD', 'CHARGED USD'] }),
    data,
  };
}
