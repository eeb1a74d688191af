import { randomInt, randomUUID } from 'node:crypto';
import type { Ids } from '../../gateway/ports/ids.ts';

/** Identifiers from the system's source of randomness; each carries 122 bits. */
export const randomIds: Ids = {
  taskId: () => `task_${randomUUID().replaceAll('-', '')}`,
  requestId: () => `req_${randomUUID().replaceAll('-', '')}`,
  seed: () => randomInt(2 ** 32),
};
