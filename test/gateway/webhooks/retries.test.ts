import { describe, expect, test } from 'vitest';
import { shells } from '../../support/shells.ts';
import { type ReceiverAnswer, startReceiver } from './callback-receiver.ts';
import { type CallbackWire, openCallbacks } from './open-callbacks.ts';

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };
const startAt = Date.UTC(2026, 10, 20, 12);
/** When such a task is done. */
const done = startAt + 90_000;

/** Advances three minutes, second by second, letting each expected attempt end before time moves on. */
async function watch(wire: CallbackWire, triesAt: readonly number[]): Promise<void> {
  for (let second = 0; second <= 180; second += 1) {
    await wire.sent(triesAt.filter((at) => at <= second).length);
    await wire.advance(1);
  }
}

async function deliver(wire: CallbackWire, webhook: string, triesAt: readonly number[]) {
  const id = await wire.submit({ ...boat, webhook });
  await wire.advance(90);
  await watch(wire, triesAt);
  const delivery = await wire.store.findDelivery(id);
  return {
    state: delivery?.state,
    nextAt: delivery?.nextAt,
    at: delivery?.attempts.map(({ at }) => (at - done) / 1000),
    statuses: delivery?.attempts.map(({ status, error }) => status ?? error),
  };
}

describe.each(shells)('through the $name shell', (shell) => {
  test('retries 10, 30 and 60 seconds after the last failure, then stops', async () => {
    await using receiver = await startReceiver(500);
    await using wire = await openCallbacks(shell, { startAt });
    expect(await deliver(wire, receiver.origin, [0, 10, 40, 100])).toEqual({
      state: 'failed',
      at: [0, 10, 40, 100],
      statuses: [500, 500, 500, 500],
    });
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ body }) => body))).toHaveLength(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toHaveLength(1);
  });

  test('stops when an attempt succeeds', async () => {
    await using receiver = await startReceiver(503, 500, 204);
    await using wire = await openCallbacks(shell, { startAt });
    expect(await deliver(wire, receiver.origin, [0, 10, 40])).toEqual({
      state: 'delivered',
      at: [0, 10, 40],
      statuses: [503, 500, 204],
    });
    expect(receiver.received).toHaveLength(3);
  });

  test.each([400, 401, 404, 410, 429, 499])('does not retry after %i', async (status) => {
    await using receiver = await startReceiver(status);
    await using wire = await openCallbacks(shell, { startAt });
    expect(await deliver(wire, receiver.origin, [0])).toEqual({
      state: 'failed',
      at: [0],
      statuses: [status],
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('stops at a 4xx that comes after a 5xx', async () => {
    await using receiver = await startReceiver(500, 404);
    await using wire = await openCallbacks(shell, { startAt });
    expect(await deliver(wire, receiver.origin, [0, 10])).toMatchObject({
      state: 'failed',
      statuses: [500, 404],
    });
  });

  test('follows no redirect, and retries after one', async () => {
    await using target = await startReceiver();
    await using receiver = await startReceiver({ redirect: `${target.origin}/elsewhere` }, 200);
    await using wire = await openCallbacks(shell, { startAt });
    expect(await deliver(wire, receiver.origin, [0, 10])).toMatchObject({
      state: 'delivered',
      at: [0, 10],
      statuses: [302, 200],
    });
    expect(target.received).toEqual([]);
  });

  test('gives a receiver ten seconds, and retries when it does not respond or closes the connection', async () => {
    const answers: readonly ReceiverAnswer[] = ['silent', 'close', 200];
    await using receiver = await startReceiver(...answers);
    await using wire = await openCallbacks(shell, { startAt, timeoutsMs: [300] });
    expect(await deliver(wire, receiver.origin, [0, 10, 40])).toEqual({
      state: 'delivered',
      at: [0, 10, 40],
      statuses: ['no answer within 300 ms', 'the connection was closed before a response arrived', 200],
    });
    expect(wire.requests.map(({ timeoutMs }) => timeoutMs)).toEqual([10_000, 10_000, 10_000]);
  });

  test('retries when the connection is refused', async () => {
    const gone = await startReceiver();
    await gone[Symbol.asyncDispose]();
    await using wire = await openCallbacks(shell, { startAt });
    expect(await deliver(wire, gone.origin, [0, 10, 40, 100])).toMatchObject({
      state: 'failed',
      statuses: Array.from({ length: 4 }, () => 'the connection was refused'),
    });
  });

  test('counts the delay from the end of a slow attempt', async () => {
    await using receiver = await startReceiver('silent');
    await using wire = await openCallbacks(shell, { startAt });
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(90);
    while (wire.requests.length === 0) await wire.advance(0);
    await receiver.arrived(1);
    await wire.advance(8);
    receiver.release(503);
    await wire.sent(1);
    expect(await wire.store.findDelivery(id)).toMatchObject({
      state: 'pending',
      nextAt: done + 18_000,
      attempts: [{ at: done, durationMs: 8000, status: 503 }],
    });
  });
});
