import type { CreateImageRequest, CreateImageResponse } from '../../../generated/stub.ts';
import type { RequestContext } from '../request-context.ts';
import { submitOnce } from '../submits/submit-once.ts';
import { submitTask } from '../submits/submit-task.ts';

/** `POST /v1/images/generations` (section 4.4). */
export function createImage(
  { body: sent, headers }: CreateImageRequest,
  context: RequestContext,
): Promise<CreateImageResponse> {
  const body = { ...sent };
  return submitOnce('createImage', { idempotencyKey: headers['idempotency-key'], body, context }, (claimed) =>
    submitTask('image_generation', body, { context, claimed }),
  );
}
