import { policies } from '../../../generated/policies.ts';
import type { CallbackRequest, CallbackResult, CallbackSender } from '../../gateway/ports/callback-sender.ts';
import { findRefusal } from './address-refused.ts';
import type { GuardedFetch } from './create-guarded-fetch.ts';

const { max_answer_bytes: MAX_ANSWER_BYTES } = policies.callbacks;

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
    return { kind: 'unreachable', reason: explain(error) };
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

const sentences: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name does not resolve',
  ENODATA: 'the host name does not resolve',
  EAI_AGAIN: 'the host name does not resolve at the moment',
  ESERVFAIL: 'the host name does not resolve at the moment',
  ETIMEOUT: 'the host name does not resolve at the moment',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before a response arrived',
  UND_ERR_SOCKET: 'the connection was closed before a response arrived',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  CERT_HAS_EXPIRED: 'the certificate of the host has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the host is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate belongs to another host',
};

/** One line without internal addresses or library text; the reasons are in the causes. */
function explain(error: unknown): string {
  for (let step = error, depth = 0; step instanceof Error && depth < 4; step = step.cause, depth += 1) {
    if (step.name === 'HTTPParserError') return 'the response is not valid HTTP';
    if ('code' in step && typeof step.code === 'string') {
      return sentences[step.code] ?? `the callback could not be sent (${step.code})`;
    }
  }
  return 'the callback could not be sent';
}
