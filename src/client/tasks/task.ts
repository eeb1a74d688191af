import type { components } from '../../../generated/openapi-types.ts';
import * as policies from '../../../generated/policy-sections.ts';
import { pause } from '../pause.ts';
import { type DownloadedFile, downloadFiles } from './download-files.ts';
import { hasEnded, type TaskRecord } from './read-record.ts';
import { TaskCancelledError, TaskFailedError, TaskTimeoutError } from './task-errors.ts';
import { withTimeout } from './with-timeout.ts';

/** What a task made (section 2.4). */
export type TaskResult = components['schemas']['TaskResult'];

/** How long to wait for a task, and how often to ask. */
export interface WaitOptions {
  readonly signal?: AbortSignal;
  /** When to give up, in milliseconds; five minutes by default (section 8). The task continues; a last poll may take 3 seconds more. */
  readonly timeoutMs?: number;
  /** Milliseconds between two polls, instead of 3 to 10 seconds (section 8). */
  readonly pollMs?: number;
  /** Language of the text of a failure, a two-letter code (section 6). */
  readonly language?: string;
  /** Called with the record after every poll. */
  readonly onProgress?: (record: TaskRecord) => void;
}

/** A task that can be stored: `client.tasks.resume` continues it, in another process too. */
export interface StoredTask {
  readonly id: string;
}

/** A submitted task. */
export interface Task {
  readonly id: string;
  /** The record as it was last seen; undefined before the first poll. */
  readonly record: TaskRecord | undefined;
  /** Asks once for the record, whatever its state. */
  poll(options?: Pick<WaitOptions, 'signal' | 'language'>): Promise<TaskRecord>;
  /**
   * Waits until the task has succeeded. Rejects with a `TaskFailedError`, `TaskCancelledError` or `TaskTimeoutError`, a
   * `GatewrightError` for a refused poll, and the reason of the signal.
   */
  wait(options?: WaitOptions): Promise<TaskRecord>;
  /** Waits like `wait` and resolves to the result alone. */
  result(options?: WaitOptions): Promise<TaskResult>;
  /** Waits like `wait` and fetches every file, in the order of the result; rejects with a `ResultExpiredError` after `expires_at`. */
  download(options?: WaitOptions): Promise<readonly DownloadedFile[]>;
  /** Each record that a poll finds, up to the terminal one; a failure ends it without an error. */
  [Symbol.asyncIterator](): AsyncIterator<TaskRecord, undefined>;
  toJSON(): StoredTask;
}

/** What a task needs of its client. */
export interface TaskPort {
  /** Asks for the record of a task. */
  poll(id: string, options: Pick<WaitOptions, 'signal' | 'language'>): Promise<TaskRecord>;
  /** Fetches a file, without the key: links may lead to other hosts. */
  fetchFile(url: string, signal: AbortSignal | undefined): Promise<Response>;
}

/** Creates the handle of a submitted task. */
export function createTask(id: string, port: TaskPort): Task {
  let record: TaskRecord | undefined;
  const poll: Task['poll'] = async (options) => {
    record = await port.poll(id, options ?? {});
    return record;
  };
  const wait: Task['wait'] = async (options) => {
    if (record && hasEnded(record)) return expectSuccess(record);
    let last = record;
    for await (const seen of watch(id, poll, options ?? {})) last = seen;
    return expectSuccess(last ?? (await poll(options)));
  };
  return {
    id,
    get record() {
      return record;
    },
    poll,
    wait,
    result: async (options) => (await wait(options)).result ?? {},
    download: async (options) => downloadFiles(await wait(options), port, options?.signal),
    [Symbol.asyncIterator]: () => watch(id, poll, {}),
    toJSON: () => ({ id }),
  };
}

const GIVE_UP_MS = policies.client.give_up_seconds * 1000;
const { min: SHORTEST, max: LONGEST } = policies.client.poll_seconds;
const LAST_POLL_MS = SHORTEST * 1000;

/** Polls until the task has ended; throws a `TaskTimeoutError` when that takes too long, even if the gateway does not answer. */
async function* watch(
  id: string,
  poll: Task['poll'],
  { signal, language, pollMs, onProgress, timeoutMs = GIVE_UP_MS }: WaitOptions,
): AsyncGenerator<TaskRecord, undefined> {
  for (const [name, value] of Object.entries({ timeoutMs, pollMs: pollMs ?? 0 }))
    if (typeof value !== 'number' || !(value >= 0))
      throw new RangeError(`${name} must be milliseconds, 0 or more; got ${value}.`);
  const endsAt = Date.now() + timeoutMs;
  let record: TaskRecord | undefined;
  const timeoutError = () => new TaskTimeoutError(id, record, timeoutMs);
  for (const pauseMs of pollPauses()) {
    record = await withTimeout(
      Math.max(endsAt - Date.now(), LAST_POLL_MS),
      { timeoutError, signal },
      (either) => poll({ signal: either, ...(language !== undefined && { language }) }),
    );
    onProgress?.(record);
    yield record;
    if (hasEnded(record)) return;
    const left = endsAt - Date.now();
    if (left <= 0) throw timeoutError();
    await pause(Math.min(left, pollMs ?? pauseMs), signal);
  }
}

function expectSuccess(record: TaskRecord): TaskRecord {
  if (record.status === 'failed') throw new TaskFailedError(record);
  if (record.status === 'cancelled') throw new TaskCancelledError(record);
  return record;
}

/** Milliseconds between polls: from the shortest advised interval to the longest, growing by a quarter, with jitter (section 8). */
function* pollPauses(): Generator<number, never> {
  for (let seconds: number = SHORTEST; ; seconds = Math.min(LONGEST, seconds * 1.25))
    yield 1000 * (SHORTEST + (seconds - SHORTEST) * (0.75 + Math.random() / 4));
}
