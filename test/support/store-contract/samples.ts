import type { WholeStore } from '../../../src/adapters/store/whole-store.ts';
import type { NanoUsd } from '../../../src/contract/money.ts';
import type { Job } from '../../../src/gateway/ports/queue.ts';
import type { ApiKey, NewDelivery, NewTask, Task, TaskOutcome } from '../../../src/gateway/ports/store.ts';

/** What every store of the contract suite starts with. */
export interface StoreSeed {
  readonly keys: readonly ApiKey[];
  readonly deposits: Readonly<Record<string, NanoUsd>>;
  readonly idempotencySeconds: number;
}

/** A store under test and the jobs it has scheduled. */
export interface OpenedStore {
  readonly store: WholeStore;
  readonly jobs: readonly { readonly job: Job; readonly dueAt: number }[];
}

/** Opens a fresh store with a seed. */
export type OpenStore = (seed: StoreSeed) => Promise<OpenedStore>;

/** One US dollar. */
export const USD = 1_000_000_000n;

/** The start of a day, 20 November 2026 (UTC). */
export const DAY = Date.UTC(2026, 10, 20);

/** The seed of the contract suite: account alpha with 10 USD and two keys, beta with nothing. */
export const storeSeed: StoreSeed = {
  keys: [
    { digest: 'd1', accountId: 'alpha', models: undefined, group: 'default', groupRatio: '1' },
    {
      digest: 'd2',
      accountId: 'alpha',
      models: ['vxq3', 'house'],
      group: 'vip',
      groupRatio: '0.8',
      rateLimit: { requests: 5, seconds: 10 },
      hint: 'sk-abc',
    },
    { digest: 'd3', accountId: 'beta', models: undefined, group: 'default', groupRatio: '1' },
  ],
  deposits: { alpha: 10n * USD, beta: 0n },
  idempotencySeconds: 100,
};

/** A task of account alpha that holds two dollars. */
export function newTask(id: string, fields: Partial<NewTask> = {}): NewTask {
  return {
    id,
    accountId: 'alpha',
    keyDigest: 'd1',
    operation: 'image_generation',
    modelId: 'sx-5-0-pro',
    modelName: 'sx-5.0-pro',
    request: { model: 'sx-5.0-pro', prompt: 'A paper boat', extra: { deep: [1, null, 'é'] } },
    output: {
      kind: 'image',
      count: 1,
      format: 'png',
      transparent: false,
      watermark: false,
      maxLayers: undefined,
    },
    size: { kind: 'fixed', width: 1024, height: 1024, tier: '1K' },
    references: [{ width: 640, height: 480 }],
    seed: 7,
    createdAt: DAY,
    dueAt: DAY + 90_000,
    hold: 2n * USD,
    prices: { unit: 'image', rates: [{ rate: '0.045' }] },
    groupRatio: '1',
    linkOrigin: 'http://gateway.example',
    ...fields,
  };
}

/** A task as polls read it: without its inputs. */
export function polled(task: NewTask): Task {
  const {
    request: _request,
    output: _output,
    size: _size,
    references: _references,
    seed: _seed,
    ...rest
  } = task;
  return rest;
}

/** A pending callback of account alpha for a task. */
export function newDelivery(taskId: string, createdAt = DAY + 90_000): NewDelivery {
  return {
    taskId,
    accountId: 'alpha',
    url: 'https://receiver.example/callback',
    payload: `{"id":"${taskId}","text":"é \\u0000"}`,
    createdAt,
  };
}

/** A successful task with this cost. */
export function success(charge: NanoUsd): TaskOutcome {
  return { status: 'success', outputs: [], charge };
}

/** A task that failed. */
export const failed: TaskOutcome = {
  status: 'failed',
  error: { code: 'task_failed', message: 'It failed.', type: 'server_error' },
  charge: 0n,
};
