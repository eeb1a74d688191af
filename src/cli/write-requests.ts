import { plural } from '../contract/plural.ts';
import type { AnsweredRequest } from '../mock/with-request-log.ts';
import { wantsColour } from '../node/wants-colour.ts';
import { toRequestLine } from './request-line.ts';

/** Bytes of lines that may be buffered for a slow reader. */
const MAX_WAITING = 262_144;

/** How long lines are buffered, and how many at most. */
const TOGETHER_MS = 20;
const MAX_TOGETHER = 2000;

/** Writes a line for each request. */
export interface RequestWriter {
  write(request: AnsweredRequest): void;
  /** Writes the buffered lines, before the process ends. */
  flush(): void;
}

/** How a writer waits for more lines. */
export interface RequestWriterOptions {
  readonly later?: (callback: () => void) => void;
}

/**
 * Writes the first line at once and the following ones in batches: standard output is written synchronously, one
 * write takes as long as several responses, and lines formatted in a row take a third of the time. The mock does not
 * wait for a slow reader: lines are dropped and counted.
 */
export function createRequestWriter(
  output: NodeJS.WriteStream,
  { later = (callback) => void setTimeout(callback, TOGETHER_MS) }: RequestWriterOptions = {},
): RequestWriter {
  const isColoured = wantsColour(output);
  let missed = 0;
  let waiting: AnsweredRequest[] = [];
  let isPaused = false;
  const flush = () => {
    if (waiting.length === 0) return;
    const time = new Date().toTimeString().slice(0, 8);
    const lines = waiting.map((request) => toRequestLine(request, { isColoured, time }));
    waiting = [];
    output.write(lines.join(''));
  };
  const writeAndPause = () => {
    isPaused = waiting.length > 0;
    flush();
    if (isPaused) later(writeAndPause);
  };
  return {
    flush,
    write(request) {
      if (output.writableLength > MAX_WAITING) {
        missed += 1;
        return;
      }
      if (missed > 0) {
        flush();
        output.write(`(${plural(missed, 'request is', 'requests are')} not shown)\n`);
        missed = 0;
      }
      waiting.push(request);
      if (!isPaused) writeAndPause();
      else if (waiting.length >= MAX_TOGETHER) flush();
    },
  };
}
