import { setTimeout as sleep } from 'node:timers/promises';
import type { WireResponse } from '../wire/exchange.ts';

const MOST_REPEATS = 4;
const LONGEST_WAIT_SECONDS = 15;

/**
 * Sends a request, and repeats it a few times while the target asks to come back later: with 429, or 503 with `Retry-After`. Real time
 * passes meanwhile. What the target says in the end is the response.
 */
export async function sendPatiently<Answer extends { readonly response: WireResponse }>(
  send: () => Promise<Answer>,
): Promise<Answer> {
  let answer = await send();
  for (let turn = 0; turn < MOST_REPEATS && isBusy(answer.response); turn++) {
    await sleep(secondsToWait(answer.response, turn) * 1000);
    answer = await send();
  }
  return answer;
}

/** Whether a response says that the same request may succeed later. */
export function isBusy({ status, headers }: WireResponse): boolean {
  return status === 429 || (status === 503 && headers['retry-after'] !== undefined);
}

function secondsToWait({ headers }: WireResponse, turn: number): number {
  const asked = Number(headers['retry-after']);
  return Math.min(Number.isFinite(asked) && asked > 0 ? asked : 2 ** turn, LONGEST_WAIT_SECONDS);
}
