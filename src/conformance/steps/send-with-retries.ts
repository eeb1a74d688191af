import { setTimeout as sleep } from 'node:timers/promises';
import type { WireResponse } from '../wire/exchange.ts';

const MAX_REPEATS = 4;
const MAX_WAIT_SECONDS = 15;

/**
 * Sends a request, and retries it a few times, in real time, while the target is busy: 429, or 503 with `Retry-After`. Returns the last
 * response.
 */
export async function sendWithRetries<Answer extends { readonly response: WireResponse }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await send();
  for (let turn = 0; turn < MAX_REPEATS && isBusy(answer.response); turn++) {
    await sleep(secondsToWait(answer.response, turn) * 1000);
    answer = await send();
  }
  return answer;
}

/** Whether a response says that the request may succeed later. */
function isBusy({ status, headers }: WireResponse): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

function secondsToWait({ headers }: WireResponse, turn: number): number {
  const asked = Number(headers['retry-after']);
  return Math.min(Number.isFinite(asked) && asked > 0 ? asked : 2 ** turn, MAX_WAIT_SECONDS);
}
