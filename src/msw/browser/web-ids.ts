import type { Ids } from '../../gateway/ports/ids.ts';

/** Creates identifiers from Web Crypto. */
export function createWebIds(): Ids {
  const page = randomHex(8);
  let requests = 0;
  return {
    taskId: () => `task_${randomHex(16)}`,
    answerId: () => randomHex(16),
    requestId: () => `req_${page}${(requests++).toString(36)}`,
    seed: () => Number.parseInt(randomHex(4), 16),
  };
}

function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
