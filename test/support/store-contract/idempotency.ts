import { expect, test } from 'vitest';
import type { WholeStore } from '../../../src/adapters/store/whole-store.ts';
import type { ClaimedKey, IdempotencyScope } from '../../../src/gateway/ports/idempotency-keys.ts';
import { newTask, type OpenStore, storeSeed, USD } from './samples.ts';

const scope = { accountId: 'alpha', operationId: 'createImage', key: 'order-7' };
const answer = { status: 200, body: { code: 200, data: [{ status: 'submitted', task_id: 'task_1' }] } };

const CLAIMED = { kind: 'claimed', claim: expect.any(String) };

/** Claims a key that must be free. */
export async function claimKey(
  store: WholeStore,
  scope: IdempotencyScope,
  { bodyDigest = 'b1', now = 0 } = {},
): Promise<ClaimedKey> {
  const claim = await store.claimIdempotency(scope, bodyDigest, now);
  if (claim.kind !== 'claimed') throw new Error(`The key ${scope.key} is ${claim.kind}.`);
  return { scope, claim: claim.claim };
}

/** A key is claimed once, and its answer is kept with the task. */
export function describeIdempotency(open: OpenStore): void {
  test('claims an idempotency key once, and replays its answer', async () => {
    const { store } = await open(storeSeed);
    const claimed = await claimKey(store, scope);
    expect(await store.claimIdempotency(scope, 'b1', 1)).toEqual({ kind: 'in_progress' });
    expect(await store.claimIdempotency(scope, 'b2', 1)).toEqual({ kind: 'mismatch' });
    await store.acceptTask(newTask('task_1'), { ...claimed, answer });
    expect(await store.claimIdempotency(scope, 'b1', 2)).toEqual({ kind: 'replay', ...answer });
    expect(await store.claimIdempotency(scope, 'b2', 2)).toEqual({ kind: 'mismatch' });
  });

  test('stores no response for a refused task, and keeps those of others', async () => {
    const { store } = await open(storeSeed);
    const before = { ...scope, key: 'order-6' };
    await store.acceptTask(newTask('task_0'), { ...(await claimKey(store, before)), answer });
    const claimed = await claimKey(store, scope);
    await store.acceptTask(newTask('task_1', { hold: 11n * USD }), { ...claimed, answer });
    expect(await store.claimIdempotency(scope, 'b1', 1)).toEqual({ kind: 'in_progress' });
    expect(await store.claimIdempotency(before, 'b1', 1)).toEqual({ kind: 'replay', ...answer });
  });

  test('releases a key without a response, and no other', async () => {
    const { store } = await open(storeSeed);
    const first = await claimKey(store, scope);
    await store.releaseIdempotency(first);
    const second = await claimKey(store, scope, { bodyDigest: 'b2', now: 1 });
    await store.releaseIdempotency(first);
    expect(await store.claimIdempotency(scope, 'b2', 2)).toEqual({ kind: 'in_progress' });
    await store.acceptTask(newTask('task_1'), { ...second, answer });
    await store.releaseIdempotency(second);
    expect(await store.claimIdempotency(scope, 'b2', 2)).toEqual({ kind: 'replay', ...answer });
    await store.releaseIdempotency({ ...second, scope: { ...scope, key: 'never claimed' } });
  });

  test('accepts nothing for a superseded claim', async () => {
    const { store, jobs } = await open(storeSeed);
    const first = await claimKey(store, scope);
    await store.releaseIdempotency(first);
    const second = await claimKey(store, scope, { now: 1 });
    const beside = await claimKey(store, { ...scope, key: 'order-8' });
    const ends = await Promise.all([
      store.acceptTask(newTask('task_1'), { ...first, answer }),
      store.acceptTask(newTask('task_2'), { ...beside, answer }),
      store.acceptTask(newTask('task_3')),
    ]);
    expect(ends.map(({ kind }) => kind)).toEqual(['superseded', 'accepted', 'accepted']);
    expect(await store.findTask('task_1')).toBeUndefined();
    expect(await store.findAccount('alpha')).toMatchObject({ held: 4n * USD });
    expect(jobs.map(({ job }) => job.taskId)).toEqual(['task_2', 'task_3']);
    expect(await store.acceptTask(newTask('task_1'), { ...second, answer })).toEqual({ kind: 'accepted' });
    expect(await store.acceptTask(newTask('task_4'), { ...second, answer })).toEqual({ kind: 'superseded' });
  });

  test('forgets a response after the window', async () => {
    const { store } = await open(storeSeed);
    const claimed = await claimKey(store, scope, { now: 1000 });
    await store.acceptTask(newTask('task_1'), { ...claimed, answer });
    expect(await store.claimIdempotency(scope, 'b1', 100_999)).toMatchObject({ kind: 'replay' });
    expect(await store.claimIdempotency(scope, 'b3', 101_000)).toEqual(CLAIMED);
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
    for (const one of scopes) expect(await store.claimIdempotency(one, 'b1', 0)).toEqual(CLAIMED);
  });

  test('gives a key to one of many concurrent claims', async () => {
    const { store } = await open(storeSeed);
    const claims = await Promise.all(Array.from({ length: 8 }, () => store.claimIdempotency(scope, 'b', 0)));
    expect(claims.map(({ kind }) => kind).sort()).toEqual(['claimed', ...Array(7).fill('in_progress')]);
  });

  test('a key that is released while others claim it goes to one of them at most', async () => {
    const { store } = await open(storeSeed);
    const first = await claimKey(store, scope);
    const claim = () => store.claimIdempotency(scope, 'b1', 1);
    const [before, , ...after] = await Promise.all([
      claim(),
      store.releaseIdempotency(first),
      claim(),
      claim(),
    ]);
    const others = [before, ...after].map(({ kind }) => kind).filter((kind) => kind !== 'in_progress');
    expect([[], ['claimed']]).toContainEqual(others);
  });
}
