import { setTimeout as wait } from 'node:timers/promises';
import { type BenchRequest, expectSuccess } from './exchange.ts';

/** The operations measured, by the name in the report. */
export interface Operation {
  readonly name: string;
  readonly kind: 'list' | 'poll' | 'submit';
  readonly request: BenchRequest;
  /** Makes a new request before each round: a mock evicts its oldest tasks under load. */
  readonly renew?: () => Promise<BenchRequest>;
}

const LIST: BenchRequest = { method: 'GET', path: '/v1/models' };
/** Requests one image. */
export const SUBMIT: BenchRequest = {
  method: 'POST',
  path: '/v1/images/generations',
  body: JSON.stringify({
    model: 'qx-image-3.0',
    prompt: 'A red lighthouse on a cliff at dusk, waves below, gulls above',
    size: '16:9',
  }),
};
const LONGEST_TASK_MS = 60_000;

/** The cheapest request that only a ready server answers with 200. */
export const READY = LIST;

/** Submits a task, waits until it is a success, and builds the three operations around it. */
export async function prepareWorkload(origin: string): Promise<readonly Operation[]> {
  const renew = async (): Promise<BenchRequest> => ({ method: 'GET', path: await finishOneTask(origin) });
  return [
    { name: 'GET /v1/models', kind: 'list', request: LIST },
    { name: 'GET /v1/tasks/{id}', kind: 'poll', request: await renew(), renew },
    // Last, so that the reads of a round are not affected by the tasks that this one leaves behind.
    { name: 'POST /v1/images/generations', kind: 'submit', request: SUBMIT },
  ];
}

async function finishOneTask(origin: string): Promise<string> {
  const submitted = await expectSuccess(origin, SUBMIT);
  const { data } = JSON.parse(submitted.body) as { readonly data: readonly { readonly task_id: string }[] };
  const path = `/v1/tasks/${data[0]?.task_id}`;
  const deadline = performance.now() + LONGEST_TASK_MS;
  for (;;) {
    const { body } = await expectSuccess(origin, { method: 'GET', path });
    const { status } = JSON.parse(body) as { readonly status: string };
    if (status === 'success') return path;
    if (status === 'failed' || performance.now() > deadline) throw new Error(`The task did not end: ${body}`);
    await wait(250);
  }
}
