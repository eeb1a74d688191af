import { policies } from '../../../generated/policies.ts';
import { signWebhook } from '../../contract/signature.ts';
import type { CallbackResult, CallbackSender } from '../ports/callback-sender.ts';
import type { Ports } from '../ports/ports.ts';
import type { Delivery } from '../ports/store.ts';

export type SendPorts = Pick<Ports, 'callbackSender' | 'clock' | 'reportFault' | 'store'>;

export interface AttemptResult {
  readonly result: CallbackResult;
  /** When it began, in milliseconds since the Unix epoch. */
  readonly at: number;
  readonly durationMs: number;
}

/**
 * Sends a callback once, signed with the account's active secrets as of now. A failure to send is a failed attempt;
 * rejects when the secrets cannot be read: then there was no attempt.
 */
export async function sendCallback(ports: SendPorts, delivery: Delivery): Promise<AttemptResult> {
  const { clock, reportFault } = ports;
  const secrets = await ports.store.findWebhookSecrets(delivery.accountId);
  const at = clock.now();
  let result: CallbackResult;
  try {
    result = await post(ports.callbackSender, delivery, { at, secrets });
  } catch (error) {
    reportFault(error, delivery.taskId);
    result = { kind: 'unreachable', reason: 'the callback could not be sent' };
  }
  return { result, at, durationMs: Math.max(0, clock.now() - at) };
}

async function post(
  callbackSender: CallbackSender,
  { taskId, url, payload }: Delivery,
  { at, secrets }: { readonly at: number; readonly secrets: readonly string[] },
): Promise<CallbackResult> {
  const timestampSeconds = Math.floor(at / 1000);
  const signature = await signWebhook({ id: taskId, timestampSeconds, body: payload }, secrets);
  return callbackSender.send({
    url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'gatewright',
      'webhook-id': taskId,
      'webhook-timestamp': String(timestampSeconds),
      ...(signature === '' ? {} : { 'webhook-signature': signature }),
    },
    body: payload,
    timeoutMs: policies.callbacks.response_window_seconds * 1000,
  });
}
