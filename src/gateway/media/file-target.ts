/** Names one result file. */
export interface FileName {
  readonly taskId: string;
  /** Position in the result's `url` list. */
  readonly index: number;
  readonly format: string;
}

export const FILES_PREFIX = '/files/';

export function fileTarget({ taskId, index, format }: FileName): string {
  return `${FILES_PREFIX}${taskId}/${index}.${format}`;
}

/** Parses a path made by `fileTarget`; undefined for any other. */
export function parseFileTarget(path: string): FileName | undefined {
  const match = /^\/files\/(task_[\w-]{1,64})\/(0|[1-9]\d{0,2})\.(png|jpeg|mp4)$/.exec(path);
  return match ? { taskId: match[1] ?? '', index: Number(match[2]), format: match[3] ?? '' } : undefined;
}
