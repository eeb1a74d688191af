import { randomBytes, randomFillSync } from 'node:crypto';
import type { Ids } from '../../gateway/ports/ids.ts';

const ID_BYTES = 16;
const SEED_BYTES = 4;
const POOL_BYTES = 4096;
const RADIX = 36;

/**
 * Identifiers for service: task ids carry 128 random bits, because they are the secret of the result links; request
 * ids are a random name for the process and a counter.
 */
export function createRandomIds(): Ids {
  const pool = Buffer.alloc(POOL_BYTES);
  const processName = randomBytes(8).toString('hex');
  let taken = POOL_BYTES;
  let requests = 0;
  /** Offset of the next unused random bytes in the pool. */
  const take = (bytes: number) => {
    if (taken + bytes > POOL_BYTES) {
      randomFillSync(pool);
      taken = 0;
    }
    taken += bytes;
    return taken - bytes;
  };
  const secret = () => {
    const start = take(ID_BYTES);
    return pool.toString('hex', start, start + ID_BYTES);
  };
  return {
    taskId: () => `task_${secret()}`,
    answerId: secret,
    requestId: () => `req_${processName}${(requests++).toString(RADIX)}`,
    seed: () => pool.readUInt32LE(take(SEED_BYTES)),
  };
}
