import type { AnsweredRequest } from '../mock/request-log/with-request-log.ts';
import { wantsColour } from '../node/wants-colour.ts';
import { toRequestLine } from './request-line.ts';

/** Bytes of lines that may be buffered for a slow reader. */
const MAX_WAITING = 262_144;

/** Writes a line for each request. The mock does not wait for a slow reader: lines are dropped and counted. */
export function createRequestWriter(output: NodeJS.WriteStream): (request: AnsweredRequest) => void {
  const isColoured = wantsColour(output);
  let missed = 0;
  return (request) => {
    if (output.writableLength > MAX_WAITING) {
      missed += 1;
      return;
    }
    if (missed > 0) output.write(`(${missed} requests are not shown)\n`);
    missed = 0;
    const time = new Date().toTimeString().slice(0, 8);
    output.write(toRequestLine(request, { isColoured, time }));
  };
}
