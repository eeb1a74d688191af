import { policies } from '../../../generated/policies.ts';
import type { Workers } from '../../gateway/ports/workers.ts';
import { createWorkerPool, type WorkerPoolOptions } from './create-worker-pool.ts';
import { openProcess } from './open-process.ts';

const { decoder } = policies;

const processBounds: WorkerPoolOptions = {
  open: openProcess,
  size: decoder.processes,
  waiting: decoder.waiting,
  waitingOfOwner: decoder.waiting_of_owner,
  waitMs: decoder.wait_seconds * 1000,
  heapBytes: decoder.heap_bytes,
  idleMs: decoder.idle_seconds * 1000,
};

/**
 * Creates a pool of processes for work in native code: whatever the code does, its process can be killed. They start
 * on demand.
 */
export function createProcessPool(options: Partial<WorkerPoolOptions> = {}): Workers {
  return createWorkerPool({ ...processBounds, ...options });
}
