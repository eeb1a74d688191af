import type { AnsweredRequest } from '../mock/request-log/with-request-log.ts';
import { wantsColour } from '../node/wants-colour.ts';
import { toRequestLine } from './request-line.ts';

/** Bytes of lines that may be buffered for a slow reader. */
const MAX_WAITING = 262_144;

/** How long lines wait for others. */
const TOGETHER_MS = 20;

/** Writes a line for each request. */
export interface RequestWriter {
  write(request: AnsweredRequest): void;
  /** Writes the lines that wait for others, before the process ends. */
  flush(): void;
}

/** How a writer waits for more lines. */
export interface RequestWriterOptions {
  readonly later?: (callback: () => void) => void;
}

/**
 * Writes the first line at once, and those of the next moment together: standard output is written synchronously, and one write
 * takes as long as several answers. The mock does not wait for a slow reader: lines are dropped and counted.
 */
export function createRequestWriter(
  output: NodeJS.WriteStream,
  { later = (callback) => void setTimeout(callback, TOGETHER_MS) }: RequestWriterOptions = {},
): RequestWriter {
  const isColoured = wantsColour(output);
  const timeOfDay = createTimeOfDay();
  let missed = 0;
  let lines = '';
  let isWaiting = false;
  const flush = () => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  const writeAndWait = () => {
    isWaiting = lines !== '';
    flush();
    if (isWaiting) later(writeAndWait);
  };
  return {
    flush,
    write(request) {
      if (output.writableLength + lines.length > MAX_WAITING) {
        missed += 1;
        return;
      }
      if (missed > 0) lines += `(${missed} requests are not shown)\n`;
      missed = 0;
      lines += toRequestLine(request, { isColoured, time: timeOfDay() });
      if (!isWaiting) writeAndWait();
    },
  };
}

/** Formatting the time takes longer than the rest of a line: it is done once a second. */
function createTimeOfDay(): () => string {
  let second = Number.NaN;
  let text = '';
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      text = new Date().toTimeString().slice(0, 8);
    }
    return text;
  };
}
