import { expect, test } from 'vitest';
import { newTask, type OpenStore, storeSeed, USD } from './samples.ts';

const scope = { accountId: 'alpha', operationId: 'createImage', key: 'order-7' };
const answer = { status: 200, body: { code: 200, data: [{ status: 'submitted', task_id: 'task_1' }] } };

/** A key is claimed once, and its answer is kept with the task. */
export function describeIdempotency(open: OpenStore): void {
  test('claims an idempotency key once, and replays its answer', async () => {
    const { store } = await open(storeSeed);
    expect(await store.claimIdempotency(scope, 'b1', 0)).toEqual({ kind: 'claimed' });
    expect(await store.claimIdempotency(scope, 'b1', 1)).toEqual({ kind: 'in_progress' });
    expect(await store.claimIdempotency(scope, 'b2', 1)).toEqual({ kind: 'mismatch' });
    await store.acceptTask(newTask('task_1'), { scope, answer });
    expect(await store.claimIdempotency(scope, 'b1', 2)).toEqual({ kind: 'replay', ...answer });
    expect(await store.claimIdempotency(scope, 'b2', 2)).toEqual({ kind: 'mismatch' });
  });

  test('keeps no answer for a task that was refused', async () => {
    const { store } = await open(storeSeed);
    await store.claimIdempotency(scope, 'b1', 0);
    await store.acceptTask(newTask('task_1', { hold: 11n * USD }), { scope, answer });
    expect(await store.claimIdempotency(scope, 'b1', 1)).toEqual({ kind: 'in_progress' });
  });

  test('releases a key without an answer, and no other', async () => {
    const { store } = await open(storeSeed);
    await store.claimIdempotency(scope, 'b1', 0);
    await store.releaseIdempotency(scope);
    expect(await store.claimIdempotency(scope, 'b2', 1)).toEqual({ kind: 'claimed' });
    await store.acceptTask(newTask('task_1'), { scope, answer });
    await store.releaseIdempotency(scope);
    expect(await store.claimIdempotency(scope, 'b2', 2)).toEqual({ kind: 'replay', ...answer });
    await store.releaseIdempotency({ ...scope, key: 'never claimed' });
  });

  test('forgets an answer after the window', async () => {
    const { store } = await open(storeSeed);
    await store.claimIdempotency(scope, 'b1', 1000);
    await store.acceptTask(newTask('task_1'), { scope, answer });
    expect(await store.claimIdempotency(scope, 'b1', 100_999)).toMatchObject({ kind: 'replay' });
    expect(await store.claimIdempotency(scope, 'b3', 101_000)).toEqual({ kind: 'claimed' });
  });

  test('keeps idempotency keys apart by account, route and text', async () => {
    const { store } = await open(storeSeed);
    const scopes = [
      { accountId: 'alpha', operationId: 'createImage', key: 'a' },
      { accountId: 'beta', operationId: 'createImage', key: 'a' },
      { accountId: 'alpha', operationId: 'createVideo', key: 'a' },
      { accountId: 'alpha', operationId: 'createImage', key: 'A' },
      { accountId: 'alpha', operationId: 'createImage', key: '__proto__' },
      { accountId: 'alphacreate', operationId: 'Image', key: 'a' },
    ];
    for (const one of scopes) expect(await store.claimIdempotency(one, 'b1', 0)).toEqual({ kind: 'claimed' });
  });

  test('gives a key to one of many claims at once', async () => {
    const { store } = await open(storeSeed);
    const claims = await Promise.all(Array.from({ length: 8 }, () => store.claimIdempotency(scope, 'b', 0)));
    expect(claims.map(({ kind }) => kind).sort()).toEqual(['claimed', ...Array(7).fill('in_progress')]);
  });
}
