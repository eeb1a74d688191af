import type { Task, TaskRecord } from '../../../client/index.ts';
import { clean, plural } from '../../../conformance/terminal/paint.ts';
import { print } from '../../command-line.ts';
import type { Offer } from '../offer.ts';
import { saveFiles, warnOfFormat } from './save-files.ts';
import type { TaskArguments } from './task-arguments.ts';
import { createTaskProgress } from './task-progress.ts';

export interface TaskToFollow {
  readonly task: Task;
  readonly given: TaskArguments;
  /** What was expected of it; undefined for a task that was submitted before. */
  readonly offer: Offer | undefined;
}

/** Waits for a task, saves its files, and prints where they are; returns the exit code. */
export async function followTask({ task, given, offer }: TaskToFollow, signal: AbortSignal): Promise<number> {
  const { out, isJson, pollMs, timeoutMs } = given;
  let files: readonly string[] = [];
  try {
    await waitFor(task, { signal, pollMs, timeoutMs }, isJson);
    if (out !== undefined) {
      const downloaded = await task.download({ signal });
      files = await saveFiles(downloaded, { out, taskId: task.id });
      process.stderr.write(await warnOfFormat(downloaded, out));
    }
  } finally {
    if (isJson) print(`${JSON.stringify(toJson(task, files, offer))}\n`);
  }
  if (isJson || !task.record) return 0;
  process.stderr.write(`${describeEnd(task.record)}\n`);
  return print(
    (out === undefined ? linksOf(task.record).map(({ url }) => clean(url)) : files)
      .map((line) => `${line}\n`)
      .join(''),
  );
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
function linksOf({ result }: TaskRecord): readonly Link[] {
  const images = (result?.images ?? []).flatMap(({ url, sizes }) =>
    [url].flat().map((one, index) => ({ url: one, size: sizes?.[index] })),
  );
  const others = [...(result?.videos ?? []), ...(result?.audios ?? [])].flatMap(({ url }) =>
    [url].flat().map((one) => ({ url: one })),
  );
  return [...images, ...others];
}

function describeEnd(record: TaskRecord): string {
  const { id, status, cost } = record;
  const links = linksOf(record);
  const size = links[0]?.size;
  return [
    `${clean(id)}: ${clean(status)}`,
    plural(links.length, 'file') + (size === undefined ? '' : ` of ${clean(size)}`),
    ...(typeof cost === 'number' ? [`${cost} USD`] : []),
  ].join(', ');
}

function toJson({ id, record }: Task, files: readonly string[], offer: Offer | undefined): object {
  return {
    task: id,
    ...(offer?.estimate && { estimate: offer.estimate }),
    status: record?.status ?? 'submitted',
    ...(record && { record }),
    links: record ? linksOf(record) : [],
    files,
  };
}
