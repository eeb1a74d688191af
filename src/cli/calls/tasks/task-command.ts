import { policies } from '../../../../generated/policies.ts';
import { GatewrightError } from '../../../client/index.ts';
import { clean } from '../../../conformance/terminal/paint.ts';
import { refuse, refuseSetting } from '../../options/refusal.ts';
import { printHelp } from '../../print-help.ts';
import { type Connection, connect } from '../connect.ts';
import { type EarlyFlags, readEarly } from '../flags.ts';
import {
  askContract,
  describeMissingModel,
  findContract,
  findKnownModels,
  findModelsForHelp,
} from '../model-contract.ts';
import { readPricing } from '../pricing.ts';
import { quoteTask } from '../quote.ts';
import { type CallProgress, reportEnd, toResumeCommand } from '../report-end.ts';
import { confirmCost } from './confirm-cost.ts';
import { followTask } from './follow-task.ts';
import { expectOutput } from './save-files.ts';
import { readTaskArguments } from './task-arguments.ts';
import { sendTask, toBody } from './task-request.ts';
import { parametersUsage, type TaskKind, taskCommands, taskUsage } from './task-usage.ts';

/** As long as a task is waited for by default. */
const GIVE_UP_MS = policies.client.give_up_seconds * 1000;

interface Run {
  readonly kind: TaskKind;
  readonly args: readonly string[];
  readonly early: EarlyFlags;
  readonly signal: AbortSignal;
  /** What has been done so far, for whoever reports the end. */
  readonly done: CallProgress;
  /** Connects when it is first called: mistakes in the arguments are reported wherever the gateway is. */
  connectOnce(): Promise<Connection>;
}

/** `gatewright image` and `gatewright video`: returns the exit code. */
export async function runTaskCommand(kind: TaskKind, args: readonly string[]): Promise<number> {
  const interrupting = new AbortController();
  process.once('SIGINT', () => interrupting.abort()); // the second one ends the process at once
  const { signal } = interrupting;
  const done: CallProgress = { stage: 'before', baseUrl: '', resumeCommand: '' };
  try {
    const early = readEarly(args);
    if (early.help) return await help(kind, early);
    let connecting: Promise<Connection> | undefined;
    const connectOnce = async () => {
      connecting ??= connect(early, signal);
      const connection = await connecting;
      done.baseUrl = connection.baseUrl;
      return connection;
    };
    const run = { kind, args, early, signal, done, connectOnce };
    return await (early.task === undefined ? submit(run) : resume(run, early.task));
  } catch (error) {
    return reportEnd(error, done, signal);
  }
}

async function help(kind: TaskKind, { model }: EarlyFlags): Promise<0> {
  const { operation } = taskCommands[kind];
  const known = await findModelsForHelp();
  const contract = model === undefined ? undefined : findContract(model, operation, known);
  return printHelp(
    taskUsage(kind, known) + (contract ? parametersUsage(contract.name, contract.parameters) : ''),
  );
}

/** `--task`: goes on where another command stopped. */
async function resume({ kind, args, signal, done, connectOnce }: Run, id: string): Promise<number> {
  const given = readTaskArguments(args, undefined);
  if (!/^[\w.:-]+$/.test(id)) refuseSetting('task', id, 'be the id of a task, such as task_0123abcd');
  if (given.out !== undefined) expectOutput(given.out, 1);
  const { client } = await connectOnce();
  done.stage = 'submitted';
  done.resumeCommand = toResumeCommand(kind, id, given);
  const task = client.tasks.resume(id);
  try {
    return await followTask({ task, given, quote: undefined }, signal);
  } catch (error) {
    if (!task.record && isUnanswered(error)) done.stage = 'before'; // a wrong id, key or address, as without --task
    throw error;
  }
}

/** Whether a gateway refused a poll, or none answered it. */
function isUnanswered(error: unknown): boolean {
  return error instanceof GatewrightError || error instanceof TypeError;
}

async function submit({ kind, args, early, signal, done, connectOnce }: Run): Promise<number> {
  const { operation } = taskCommands[kind];
  const known = await findKnownModels();
  if (!early.model) return refuse(describeMissingModel(args, operation, known));
  const contract =
    findContract(early.model, operation, known) ??
    (await askContract(early.model, (await connectOnce()).client, signal));
  const given = readTaskArguments(args, contract);
  const body = await toBody(given, contract);
  const { estimate } = quoteTask(contract, body, { pricing: undefined, operation });
  if (given.out !== undefined) expectOutput(given.out, estimate?.count ?? 1);
  const { client } = await connectOnce();
  const pricing = await readPricing(contract.name, client, signal);
  const quote = quoteTask(contract, body, { pricing, operation });
  await confirmCost(quote.text, given.isAgreed, signal);
  done.stage = 'submitting';
  const task = await sendTask(client, kind, {
    fields: body.fields,
    signal: AbortSignal.any([signal, AbortSignal.timeout(given.timeoutMs ?? GIVE_UP_MS)]),
  });
  done.stage = 'submitted';
  done.resumeCommand = toResumeCommand(kind, task.id, given);
  process.stderr.write(`Submitted as ${clean(task.id)}\n`);
  return followTask({ task, given, quote }, signal);
}
