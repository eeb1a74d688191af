import type { CreateVideoRequest, CreateVideoResponse } from '../../../generated/stub.ts';
import type { RequestContext } from '../request-context.ts';
import { submitOnce } from '../submits/submit-once.ts';
import { submitTask } from '../submits/submit-task.ts';

/** `POST /v1/videos/generations` (section 4.3). */
export function createVideo(
  { body: sent, headers }: CreateVideoRequest,
  context: RequestContext,
): Promise<CreateVideoResponse> {
  const body = { ...sent };
  return submitOnce('createVideo', { idempotencyKey: headers['idempotency-key'], body, context }, (claimed) =>
    submitTask('video_generation', body, { context, claimed }),
  );
}
