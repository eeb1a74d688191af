import type { CaseResult, CheckResult } from '../run/result.ts';
import type { LoggedExchange } from './wire-log.ts';

/** Text that was left out of a command. */
const LEFT_OUT = /\[redacted\]|@BODY|\.\.\.\(\d+ characters\)/;

/** Addresses of the suite's own servers, which are gone after the run: receivers of callbacks, and reference pictures. */
const GONE = /\/[0-9a-f]{16}-\d+\b|http:\/\/127\.0\.0\.1:\d+\/(\d+x\d+\.|\d+-pages-|missing\.png|page\.html)/;

/** Whether a result is that of the balance over the run, which is no case of the suite. */
export function isOfRun(id: string): boolean {
  return id.startsWith('run.');
}

/** How to see again what a check found: the request, or all steps of the case where one request shows nothing. */
export function toRepeat(
  { requirement, exchange, actual = '' }: CheckResult,
  { id, exchanges }: Pick<CaseResult, 'id' | 'exchanges'>,
): string {
  const sent = exchange === undefined ? undefined : exchanges[exchange]?.();
  if (
    exchange !== undefined &&
    sent &&
    isAlone(sent.logged, { exchange, actual }) &&
    !LEFT_OUT.test(sent.repeat)
  )
    return sent.repeat;
  return `gatewright explain ${isOfRun(id) ? (requirement ?? id) : id}`;
}

/** Whether a request means the same without those before it: what a later one reads was made by the run. */
function isAlone(
  { request }: LoggedExchange,
  { exchange, actual }: { readonly exchange: number; readonly actual: string },
): boolean {
  const isLater = exchange > 0 && (request.method === 'GET' || request.method === 'HEAD');
  const isMade = isLater && (/\/(tasks|files)\//.test(request.url) || !/^status \d/.test(actual));
  const isBasic = /^basic/i.test(request.headers.authorization ?? ''); // an encoded key is no variable
  return !isMade && !isBasic && !GONE.test(`${request.url} ${request.body ?? ''}`);
}
