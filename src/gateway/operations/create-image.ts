import type { CreateImageRequest, CreateImageResponse } from '../../../generated/stub.ts';
import type { OperationContext } from '../context.ts';
import { submitOnce } from './submit-once.ts';
import { submitTask } from './submit-task.ts';

/** `POST /v1/images/generations` (section 4.4). */
export function createImage(
  { body, headers }: CreateImageRequest,
  context: OperationContext,
): Promise<CreateImageResponse> {
  return submitOnce('createImage', { idempotencyKey: headers['idempotency-key'], context }, (scope) =>
    submitTask('image_generation', { ...body }, { context, scope }),
  );
}
