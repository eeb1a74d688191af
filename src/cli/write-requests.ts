import type { AnsweredRequest } from '../mock/request-log/with-request-log.ts';
import { wantsColour } from '../node/wants-colour.ts';
import { toRequestLine } from './request-line.ts';

/** Bytes of lines that may be buffered for a slow reader. */
const MAX_WAITING = 262_144;

/**
 * Writes a line for each request, those of one turn of the event loop together: writing to a file or a pipe costs more than
 * answering. The mock does not wait for a slow reader: lines are dropped and counted.
 */
export function createRequestWriter(output: NodeJS.WriteStream): (request: AnsweredRequest) => void {
  const isColoured = wantsColour(output);
  let missed = 0;
  let lines = '';
  let time = '';
  const write = () => {
    output.write(lines);
    lines = '';
  };
  return (request) => {
    if (output.writableLength + lines.length > MAX_WAITING) {
      missed += 1;
      return;
    }
    if (lines === '') {
      setImmediate(write);
      time = new Date().toTimeString().slice(0, 8);
    }
    if (missed > 0) lines += `(${missed} requests are not shown)\n`;
    missed = 0;
    lines += toRequestLine(request, { isColoured, time });
  };
}
