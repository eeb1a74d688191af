import { policies } from '../../../generated/policies.ts';
import type { Delivery } from '../../gateway/ports/store.ts';
import type { ControlCall, ControlSchemas } from './control-call.ts';
import { type ControlResponse, refuse } from './control-response.ts';

/** `GET /__mock/webhooks`. */
export async function listWebhooks({ session }: ControlCall): Promise<ControlResponse> {
  const deliveries = await session.store.listDeliveries(policies.mock.callbacks_listed);
  return { status: 200, body: { data: deliveries.map(toDelivery) } };
}

/** `POST /__mock/webhooks/{task_id}/resend`. */
export async function resendWebhook({
  session,
  parameters: [taskId = ''],
}: ControlCall): Promise<ControlResponse> {
  const isSent = await session.gateway.resendCallback(taskId);
  const delivery = isSent ? await session.store.findDelivery(taskId) : undefined;
  if (!delivery) {
    const message = `There is no callback of task ${taskId.slice(0, policies.wording.max_id_characters)} to resend: GET /__mock/webhooks lists them.`;
    return refuse('not_found', message);
  }
  return { status: 200, body: toDelivery(delivery) };
}

function toDelivery(delivery: Delivery): ControlSchemas['MockDelivery'] {
  const { taskId, url, state, reason, createdAt, nextAt, payload, attempts } = delivery;
  return {
    task_id: taskId,
    url,
    state,
    ...(reason === undefined ? {} : { reason }),
    created: toTime(createdAt),
    ...(nextAt === undefined ? {} : { next_at: toTime(nextAt) }),
    payload,
    attempts: attempts.map(({ at, durationMs, ...answer }) => ({
      at: toTime(at),
      duration_ms: durationMs,
      ...answer,
    })),
  };
}

function toTime(at: number): string {
  return new Date(at).toISOString();
}
