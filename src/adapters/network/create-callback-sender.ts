import { policies } from '../../../generated/policies.ts';
import type { CallbackRequest, CallbackResult, CallbackSender } from '../../gateway/ports/callback-sender.ts';
import { explainNetworkError } from '../../runtime/explain-network-error.ts';
import { findRefusal } from './address-refused.ts';
import type { GuardedFetch } from './create-guarded-fetch.ts';

const { max_answer_bytes: MAX_ANSWER_BYTES } = policies.callbacks;

const ENDINGS = {
  closed: 'the connection was closed before a response arrived',
  failed: 'the callback could not be sent',
};

/** Creates a sender on a guarded fetch. The timeout covers everything from the DNS lookup to the response. */
export function createCallbackSender(fetch: GuardedFetch): CallbackSender {
  return { send: (request) => send(fetch, request) };
}

async function send(
  fetch: GuardedFetch,
  { url, headers, body, timeoutMs }: CallbackRequest,
): Promise<CallbackResult> {
  if (!URL.canParse(url)) return { kind: 'refused', reason: 'not a valid address' };
  const signal = AbortSignal.timeout(timeoutMs);
  const request = {
    method: 'POST' as const,
    headers: { ...headers, 'accept-encoding': 'identity' },
    body,
    signal,
  };
  try {
    const response = await fetch(url, request);
    await drain(response.body);
    return { kind: 'answered', status: response.status };
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal) return { kind: 'refused', reason: refusal.message };
    if (signal.aborted) return { kind: 'unreachable', reason: `no answer within ${timeoutMs} ms` };
    return { kind: 'unreachable', reason: explainNetworkError(error, ENDINGS) };
  }
}

/** Reads a short response; failures do not matter, because the status is known. */
async function drain(body: ReadableStream<Uint8Array> | null): Promise<void> {
  let size = 0;
  try {
    for await (const { length } of body ?? []) {
      size += length;
      if (size >= MAX_ANSWER_BYTES) return; // which cancels the stream
    }
  } catch {
    // cut off, or timed out
  }
}
