import { policies } from '../../../generated/policies.ts';
import type { Delivery, DeliveryAttempt, DeliveryStep } from '../ports/store.ts';
import { toCallbackHost, UNUSABLE } from './callback-url.ts';
import { createHostLimiter } from './host-limiter.ts';
import { nextStep } from './next-try.ts';
import { type AttemptResult, type SendPorts, sendCallback } from './send-callback.ts';

interface Deliverer {
  readonly ports: SendPorts;
  readonly hosts: ReturnType<typeof createHostLimiter>;
}

/** An earlier job does nothing, because the callback stays scheduled. */
const EARLY_MS = policies.callbacks.early_seconds * 1000;

/** Creates what delivers the callbacks of a store (section 6); it limits requests in flight per host, so a gateway has one. */
export function createCallbackDeliverer(ports: SendPorts) {
  const { per_host_concurrency: concurrency, per_host_waiting: waiting } = policies.callbacks;
  const deliverer = { ports, hosts: createHostLimiter({ concurrency, waiting }) };
  const running = new Set<string>();
  return {
    /** Runs a `deliver_callback` job: one attempt when one is due or the operator requested one, none otherwise. */
    async deliver(taskId: string) {
      if (running.has(taskId)) return;
      running.add(taskId);
      try {
        await deliver(deliverer, taskId);
      } finally {
        running.delete(taskId);
      }
    },
    /** Makes one more attempt, whatever the state; false when there is no callback to send. */
    resend: (taskId: string) => resend(deliverer, taskId),
  };
}

async function deliver(deliverer: Deliverer, taskId: string): Promise<void> {
  const { store, clock } = deliverer.ports;
  const delivery = await store.findDelivery(taskId);
  if (!delivery || !(delivery.state === 'pending' || delivery.isResendDue)) return;
  const dueAt = delivery.nextAt ?? delivery.createdAt;
  if (!delivery.isResendDue && dueAt - clock.now() > EARLY_MS) return;
  const attempt = await tryOnce(deliverer, delivery);
  if (attempt === 'busy') {
    return store.postponeDelivery(taskId, clock.now() + policies.callbacks.busy_host_delay_seconds * 1000);
  }
  return record(deliverer, delivery, attempt);
}

async function resend(deliverer: Deliverer, taskId: string): Promise<boolean> {
  const delivery = await deliverer.ports.store.findDelivery(taskId);
  if (!delivery || toCallbackHost(delivery.url) === undefined) return false;
  const attempt = await tryOnce(deliverer, delivery);
  if (attempt === 'busy') return false;
  await record(deliverer, delivery, attempt);
  return true;
}

async function tryOnce({ ports, hosts }: Deliverer, delivery: Delivery): Promise<AttemptResult | 'busy'> {
  const host = toCallbackHost(delivery.url);
  if (host === undefined)
    return { result: { kind: 'refused', reason: UNUSABLE }, at: ports.clock.now(), durationMs: 0 };
  return hosts.run(host, () => sendCallback(ports, delivery));
}

/** A failed attempt does not reopen a delivery that ended meanwhile: only a pending one continues. */
async function record(
  { ports: { store, clock } }: Deliverer,
  { taskId, attempts }: Delivery,
  attempt: AttemptResult,
): Promise<void> {
  const next = nextStep(attempt.result, { tries: attempts.length + 1, now: clock.now() });
  if (next.state === 'delivered') return store.recordAttempt(taskId, { attempt: toAttempt(attempt), next });
  const current = await store.findDelivery(taskId);
  if (!current) return;
  const end = endOf(current);
  if (end) return store.recordAttempt(taskId, { attempt: toAttempt(attempt), next: end });
  const isSent = next.state !== 'discarded';
  return store.recordAttempt(taskId, { ...(isSent ? { attempt: toAttempt(attempt) } : {}), next });
}

function endOf({ state, reason }: Delivery): DeliveryStep | undefined {
  if (state === 'pending') return undefined;
  return state === 'discarded' && reason !== undefined ? { state, reason } : { state };
}

function toAttempt({ result, at, durationMs }: AttemptResult): DeliveryAttempt {
  return result.kind === 'answered'
    ? { at, durationMs, status: result.status }
    : { at, durationMs, error: result.reason };
}
