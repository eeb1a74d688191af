import {
  GatewrightError,
  ResultExpiredError,
  TaskCancelledError,
  TaskFailedError,
  TaskTimeoutError,
} from '../../client/index.ts';
import { clean, shorten } from '../../conformance/terminal/paint.ts';
import { isTimeout, whyNoResponse } from '../../conformance/wire/why-no-response.ts';
import { printError } from '../command-line.ts';
import { ArgumentError, Refusal } from '../options/refusal.ts';
import { quoteWord } from '../quote-word.ts';
import { CallFailure } from './call-failure.ts';
import { noAnswer } from './connect.ts';
import type { TaskArguments } from './tasks/task-arguments.ts';

/** How far a command came. */
export interface CallProgress {
  stage: 'before' | 'submitting' | 'submitted' | 'answering';
  baseUrl: string;
  /** The command that fetches the result later; empty as long as there is no task. */
  resumeCommand: string;
}

const INTERRUPTED = 130;
/** More of a message that a gateway sent is not printed. */
const MAX_MESSAGE = 1000;

/** Writes why a command ends early; returns the exit code. A refusal and an error of this program are thrown again. */
export function reportEnd(error: unknown, progress: CallProgress, signal: AbortSignal): number {
  const { stage, resumeCommand } = progress;
  if (error instanceof Refusal) throw new ArgumentError(error.message);
  if (signal.aborted) {
    printError(`Interrupted. ${WHEN_INTERRUPTED[stage]}${resumeCommand}\n`);
    return INTERRUPTED;
  }
  const { message, code } = toFailure(error, progress);
  const rest = stage === 'submitted' && canResume(error) ? ` ${hintAfter(error)}${resumeCommand}` : '';
  printError(`${message}${rest}\n`);
  return stage === 'submitted' || stage === 'answering' ? 1 : code;
}

const WHEN_INTERRUPTED = {
  before: 'Nothing was submitted.',
  submitting: 'The gateway may have accepted the request.',
  submitted: 'The task continues: ',
  answering: 'What was generated up to then is charged.',
} as const;

/** What the command after it is for: a task whose files could not be saved has ended. */
function hintAfter(error: unknown): string {
  return error instanceof CallFailure
    ? 'The result is ready, and can be saved elsewhere: '
    : WHEN_INTERRUPTED.submitted;
}

/** Whether the result of a task can still be fetched after an error. */
function canResume(error: unknown): boolean {
  if (error instanceof GatewrightError) return error.status >= 500;
  return !FINAL.some((end) => error instanceof end);
}

const FINAL = [TaskFailedError, TaskCancelledError, ResultExpiredError] as const;

function toFailure(error: unknown, { stage, baseUrl }: CallProgress): CallFailure {
  if (error instanceof CallFailure) return error;
  if (error instanceof GatewrightError) {
    const text = describeRefusal(error);
    const isFirst = stage === 'before' || stage === 'submitting';
    if (!isFirst || error.reason !== 'malformed_answer') return new CallFailure(text);
    return new CallFailure(`${text.replace(/\.$/, '')}. Is ${baseUrl} the base URL of a gateway?`);
  }
  if (error instanceof Error && [...FINAL, TaskTimeoutError].some((end) => error instanceof end))
    return new CallFailure(shorten(clean(error.message), MAX_MESSAGE));
  // `fetch` rejects with a TypeError that has the reason as its cause.
  if (!isTimeout(error) && !(error instanceof TypeError && error.cause !== undefined)) throw error;
  if (stage === 'before') return noAnswer(baseUrl, error);
  const rest = stage === 'submitting' ? ` ${WHEN_INTERRUPTED.submitting}` : '';
  return new CallFailure(`The connection to ${baseUrl} broke: ${whyNoResponse(error)}.${rest}`, 1);
}

function describeRefusal({ status, message, requestId }: GatewrightError): string {
  const request = status >= 500 && requestId !== undefined ? ` (request ${clean(requestId)})` : '';
  const text = shorten(clean(message), MAX_MESSAGE);
  if (status < 400) return text; // an answer that is no answer to the request
  return `The gateway answered ${status}: ${text.replace(`HTTP ${status}: `, '')}${request}`;
}

/** The command that waits for a task and fetches its result. */
export function toResumeCommand(
  command: string,
  id: string,
  { url, out }: Pick<TaskArguments, 'url' | 'out'>,
): string {
  const options = [
    ...(out === undefined ? [] : ['--out', out]),
    ...(url === undefined ? [] : ['--url', url]),
  ];
  return ['npx gatewright', command, '--task', ...[clean(id), ...options].map(quoteWord)].join(' ');
}
