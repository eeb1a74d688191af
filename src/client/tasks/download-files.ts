import { malformedAnswer } from '../create-calls.ts';
import { toGatewrightError } from '../gatewright-error.ts';
import type { TaskRecord } from './read-record.ts';
import type { TaskPort } from './task.ts';
import { ResultExpiredError } from './task-errors.ts';

/** One file of a result. */
export interface DownloadedFile {
  readonly url: string;
  /** Last part of the address, decoded, such as `0.png`; never a path. A `data:` URL is named by its place and media type. */
  readonly name: string;
  /** The bytes, with their media type. */
  readonly blob: Blob;
}

/**
 * Fetches all files of a finished task. Whether a link has expired (section 2.5) is decided by the host of the file, whose clock
 * may differ from ours.
 */
export function downloadFiles(
  record: TaskRecord,
  { fetchFile }: Pick<TaskPort, 'fetchFile'>,
  signal: AbortSignal | undefined,
): Promise<readonly DownloadedFile[]> {
  const { images, videos, audios, expires_at } = record.result ?? {};
  const files = [images, videos, audios].flatMap((items) =>
    [items ?? []]
      .flat()
      .flatMap((item: Partial<NonNullable<typeof images>[number]> | null) =>
        [item?.url].flat().map((url = '') => ({ url, expiresAt: item?.expires_at ?? expires_at })),
      ),
  );
  const named = files.map((file, index) => ({ ...file, name: readName(file.url, index) }));
  return Promise.all(
    named.map(async ({ url, name, expiresAt = Number.POSITIVE_INFINITY }) => {
      const response = await fetchFile(url, signal);
      if (response.ok) return { url, name, blob: await response.blob() };
      if (response.status === 410 || expiresAt * 1000 <= Date.now()) throw new ResultExpiredError(record);
      throw toGatewrightError(response, parse(await response.text()));
    }),
  );
}

/** Deno and Bun read a file of this machine for `file:`: a record must not choose one. */
const FETCHED: readonly string[] = ['http:', 'https:', 'data:', 'blob:'];

function readName(url: string, index: number): string {
  const { protocol, pathname } = URL.canParse(url) ? new URL(url) : { protocol: '', pathname: '' };
  if (protocol === 'data:')
    return [
      index,
      ...pathname
        .replace(/[;,].*$/s, '')
        .split('/')
        .slice(1),
    ].join('.');
  if (FETCHED.includes(protocol)) return decode(pathname).replace(/^.*[/\\]/s, '');
  return malformedAnswer(`The result has a link that is not fetched: ${url}`);
}

/** A path in its letters, unless it is not encoded as UTF-8. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The error of a gateway is JSON; that of a file store may be anything. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
