import { policies } from '../../../../generated/policies.ts';
import type { DownloadedFile, Task, TaskRecord } from '../../../client/index.ts';
import { clean } from '../../../conformance/terminal/paint.ts';
import { isTimeout } from '../../../conformance/wire/why-no-response.ts';
import { plural } from '../../../contract/plural.ts';
import { print } from '../../command-line.ts';
import { CallFailure } from '../call-failure.ts';
import { asRecord } from '../foreign-answer.ts';
import type { Quote } from '../quote.ts';
import { saveFiles, warnOfFormat } from './save-files.ts';
import type { TaskArguments } from './task-arguments.ts';
import { createTaskProgress } from './task-progress.ts';

const GIVE_UP_MS = policies.client.give_up_seconds * 1000;

export interface FollowedTask {
  readonly task: Task;
  readonly given: TaskArguments;
  /** What was expected of it; undefined for a task that was submitted before. */
  readonly quote: Quote | undefined;
}

/** Waits for a task, saves its files, and prints where they are; returns the exit code. */
export async function followTask({ task, given, quote }: FollowedTask, signal: AbortSignal): Promise<number> {
  const { out, isJson, pollMs, timeoutMs } = given;
  let files: readonly string[] = [];
  try {
    await waitFor(task, { signal, pollMs, timeoutMs }, isJson);
    if (out !== undefined) {
      const downloaded = await download(task, { signal, timeoutMs });
      files = await saveFiles(downloaded, { out, taskId: task.id });
      process.stderr.write(await warnOfFormat(downloaded, out));
    }
  } finally {
    if (isJson) print(`${JSON.stringify(toJson(task, files, quote))}\n`);
  }
  if (isJson || !task.record) return 0;
  process.stderr.write(`${describeEnd(task.record)}\n`);
  return print(
    (out === undefined ? linksOf(task.record).map(({ url }) => clean(url)) : files)
      .map((line) => `${line}\n`)
      .join(''),
  );
}

/** Fetches the files, in as much time as the task may take: a host of files can send a little for ever. */
async function download(
  task: Task,
  {
    signal,
    timeoutMs = GIVE_UP_MS,
  }: { readonly signal: AbortSignal; readonly timeoutMs?: number | undefined },
): Promise<readonly DownloadedFile[]> {
  try {
    return await task.download({ signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new CallFailure(`The files did not arrive within ${timeoutMs / 1000} s.`, 1);
  }
}

async function waitFor(
  task: Task,
  {
    pollMs,
    timeoutMs,
    signal,
  }: Pick<TaskArguments, 'pollMs' | 'timeoutMs'> & { readonly signal: AbortSignal },
  isQuiet: boolean,
): Promise<void> {
  const progress = createTaskProgress(process.stderr, isQuiet);
  try {
    await task.wait({
      signal,
      onProgress: progress.update,
      ...(pollMs !== undefined && { pollMs }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  } finally {
    progress.end();
  }
}

interface Link {
  readonly url: string;
  readonly size?: string | undefined;
}

/** The addresses of a result, with the sizes of images. */
function linksOf(record: TaskRecord): readonly Link[] {
  const { images, videos, audios } = asRecord(record.result);
  return [images, videos, audios].flat().flatMap((item) => {
    const { url, sizes } = asRecord(item);
    return [url].flat().flatMap((one: unknown, index) => {
      const size: unknown = asRecord(sizes)[index];
      return typeof one === 'string' ? [{ url: one, ...(typeof size === 'string' && { size }) }] : [];
    });
  });
}

function describeEnd(record: TaskRecord): string {
  const { id, status, cost } = record;
  const links = linksOf(record);
  const size = links[0]?.size;
  return [
    `${clean(String(id))}: ${clean(String(status))}`,
    plural(links.length, 'file') + (size === undefined ? '' : ` of ${clean(size)}`),
    ...(typeof cost === 'number' ? [`${cost} USD`] : []),
  ].join(', ');
}

function toJson({ id, record }: Task, files: readonly string[], quote: Quote | undefined): object {
  return {
    task: id,
    ...(quote?.estimate && { estimate: quote.estimate }),
    status: record?.status ?? 'submitted',
    ...(record && { record }),
    links: record ? linksOf(record) : [],
    files,
  };
}
