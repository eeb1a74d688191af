import type { CaseResult, CheckResult } from '../run/result.ts';
import type { LoggedExchange } from './wire-log.ts';

/** Marks of omitted text in a command. */
const LEFT_OUT = /\[redacted\]|@BODY|\.\.\.\(\d+ characters\)/;

/** Addresses of the suite's own servers, which are gone after the run: callback receivers and reference images. */
const GONE = /\/[0-9a-f]{16}-\d+\b|http:\/\/127\.0\.0\.1:\d+\/(\d+x\d+\.|\d+-pages-|missing\.png|page\.html)/;

/** Whether a result is the balance check of the whole run, which is not a case of the suite. */
export function isOfRun(id: string): boolean {
  return id.startsWith('run.');
}

/** How to reproduce a finding: the request, or the explanation of the case where one request is not enough. */
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
  return `npx gatewright explain ${isOfRun(id) ? (requirement ?? id) : id}`;
}

/** Whether a request can be repeated on its own: a later request usually reads what an earlier one created. */
function isAlone(
  { request }: LoggedExchange,
  { exchange, actual }: { readonly exchange: number; readonly actual: string },
): boolean {
  const isLater = exchange > 0 && (request.method === 'GET' || request.method === 'HEAD');
  const isMade = isLater && (/\/(tasks|files)\//.test(request.url) || !/^status \d/.test(actual));
  const isBasic = /^basic/i.test(request.headers.authorization ?? ''); // an encoded key cannot be a variable
  return !isMade && !isBasic && !GONE.test(`${request.url} ${request.body ?? ''}`);
}
