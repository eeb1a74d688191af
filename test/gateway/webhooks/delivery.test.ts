import { describe, expect, test } from 'vitest';
import { failingEngine } from '../../support/failing-engine.ts';
import { shells } from '../../support/shells.ts';
import { startReceiver } from './callback-receiver.ts';
import { openCallbacks } from './open-callbacks.ts';

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };
/** Seconds after which such a task is due. */
const TASK = 90;
const startAt = Date.UTC(2026, 10, 20, 12);

describe.each(shells)('through the $name shell', (shell) => {
  test('sends what polling returns, byte for byte, to the path /callback', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell, { startAt });
    const id = await wire.submit({ ...boat, webhook: `${receiver.origin}/hooks/` });
    await wire.advance(TASK);
    await wire.sent(1);
    const polled = await wire.get(`/v1/tasks/${id}`);
    expect(receiver.received).toEqual([
      {
        method: 'POST',
        target: '/hooks/callback',
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': '1795176090',
          'user-agent': 'gatewright',
        }),
        body: polled.text,
      },
    ]);
    expect(polled.body).toMatchObject({ id, status: 'success', result: { images: [{}] } });
    expect(await wire.store.findDelivery(id)).toEqual({
      taskId: id,
      accountId: 'alpha',
      url: `${receiver.origin}/hooks/callback`,
      payload: polled.text,
      createdAt: startAt + 90_000,
      state: 'delivered',
      attempts: [{ at: startAt + 90_000, durationMs: 0, status: 200 }],
    });
  });

  test('reports success as its gateway spells it, and so does another gateway on the same store', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell, { startAt, successStatus: 'completed' });
    const { store, clock } = wire;
    await using other = await openCallbacks(shell, { ports: { store, clock } });
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(TASK);
    expect(await other.task(id)).toMatchObject({ status: 'success' });
    await wire.sent(1);
    const polled = await wire.get(`/v1/tasks/${id}`);
    expect(polled.body).toMatchObject({ status: 'completed' });
    expect(receiver.received.map(({ body }) => body)).toEqual([polled.text]);
  });

  test('sends the record of a task of an unknown model', async () => {
    await using receiver = await startReceiver();
    const keys = { 'sk-alpha': { account: 'alpha', models: ['house'] } };
    await using wire = await openCallbacks(shell, { keys });
    const id = await wire.submit({ model: 'house', prompt: 'A boat', webhook: receiver.origin });
    await wire.advance(600);
    await wire.sent(1);
    expect(receiver.received.map(({ body }) => body)).toEqual([(await wire.get(`/v1/tasks/${id}`)).text]);
  });

  test('sends a failure once, with its text', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell, { ports: { engine: failingEngine } });
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(TASK);
    await wire.sent(1);
    await wire.advance(600);
    const polled = await wire.get(`/v1/tasks/${id}`);
    expect(receiver.received.map(({ body }) => body)).toEqual([polled.text]);
    expect(polled.body).toMatchObject({
      status: 'failed',
      cost: 0,
      error: { message: 'The result was rejected.' },
    });
  });

  test('sends nothing while a task is processing, and nothing for one without a webhook', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell);
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    const quiet = await wire.submit(boat);
    const empty = await wire.submit({ ...boat, webhook: ' ' });
    await wire.advance(TASK - 1);
    expect(await wire.store.findDelivery(id)).toBeUndefined();
    await wire.advance(1);
    await wire.sent(1);
    await wire.advance(600);
    expect(wire.requests).toHaveLength(1);
    expect([await wire.store.findDelivery(quiet), await wire.store.findDelivery(empty)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('sends nothing for a task that was cancelled', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell);
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    expect(await wire.gateway.cancelTask(id)).toBe(true);
    await wire.advance(TASK);
    await wire.advance(600);
    expect(await wire.store.findDelivery(id)).toBeUndefined();
    expect(wire.requests).toEqual([]);
    expect(await wire.gateway.resendCallback(id)).toBe(false);
  });

  test('sends once per task, however many clients poll as it ends', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell);
    const ids = await Promise.all(
      [1, 2, 3].map(() => wire.submit({ ...boat, webhook: `${receiver.origin}/p?x=1` })),
    );
    wire.clock.advance(TASK * 1000);
    await Promise.all(ids.flatMap((id) => [wire.task(id), wire.task(id), wire.task(id)]));
    await wire.sent(3);
    await wire.advance(600);
    const pushed = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect([pushed.length, new Set(pushed)]).toEqual([3, new Set(ids)]);
    expect(new Set(receiver.received.map(({ target }) => target))).toEqual(new Set(['/p/callback?x=1']));
  });
});
