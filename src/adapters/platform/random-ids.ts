import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Ids } from '../../gateway/ports/ids.ts';

const RADIX = 36;

/**
 * Identifiers for service: task ids carry 122 random bits, because they are the secret of the result links; request
 * ids are a random name of the process and a count.
 */
export function createRandomIds(): Ids {
  const processName = randomBytes(8).toString('hex');
  let requests = 0;
  return {
    taskId: () => `task_${randomUUID().replaceAll('-', '')}`,
    requestId: () => `req_${processName}${(requests++).toString(RADIX).padStart(6, '0')}`,
    seed: () => randomInt(2 ** 32),
  };
}
