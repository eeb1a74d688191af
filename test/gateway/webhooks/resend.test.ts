import { describe, expect, test } from 'vitest';
import { type AddressGuard, createAddressGuard } from '../../../src/adapters/network/create-address-guard.ts';
import { shells } from '../../support/shells.ts';
import { startReceiver } from './callback-receiver.ts';
import { openCallbacks } from './open-callbacks.ts';

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };

describe.each(shells)('through the $name shell', (shell) => {
  test('sends a delivered callback again, and records the extra attempt', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell);
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(90);
    await wire.sent(1);
    await wire.advance(3600);
    expect(await wire.gateway.resendCallback(id)).toBe(true);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(await wire.store.findDelivery(id)).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 200 }, { status: 200 }],
    });
  });

  test('delivers a failed one, and keeps one delivered when the extra attempt fails', async () => {
    await using receiver = await startReceiver(404, 200, 500);
    await using wire = await openCallbacks(shell);
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(90);
    await wire.sent(1);
    expect(await wire.store.findDelivery(id)).toMatchObject({ state: 'failed' });
    await wire.gateway.resendCallback(id);
    expect(await wire.store.findDelivery(id)).toMatchObject({ state: 'delivered' });
    await wire.gateway.resendCallback(id);
    await wire.advance(600);
    expect(await wire.store.findDelivery(id)).toMatchObject({
      state: 'delivered',
      attempts: [{ status: 404 }, { status: 200 }, { status: 500 }],
    });
    expect(receiver.received).toHaveLength(3);
  });

  test('records why a delivered callback could not be sent again, and keeps it delivered', async () => {
    await using receiver = await startReceiver(200);
    let isAllowed = true;
    const open = createAddressGuard({ allowPrivate: true, ports: 'any' });
    const guard: AddressGuard = {
      checkUrl: (url) => (isAllowed ? open : createAddressGuard()).checkUrl(url),
      vetHost: (host) => open.vetHost(host),
    };
    await using wire = await openCallbacks(shell, { guard });
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(90);
    await wire.sent(1);
    isAllowed = false;
    expect(await wire.gateway.resendCallback(id)).toBe(true);
    expect(await wire.store.findDelivery(id)).toMatchObject({
      state: 'delivered',
      attempts: [
        { status: 200 },
        { error: expect.stringMatching(/^port \d+ is not allowed, only 80 and 443$/) },
      ],
    });
  });

  test('a successful resend ends a pending delivery', async () => {
    await using receiver = await startReceiver(500, 200);
    await using wire = await openCallbacks(shell);
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(90);
    await wire.sent(1);
    await wire.gateway.resendCallback(id);
    await wire.advance(600);
    expect(receiver.received).toHaveLength(2);
    expect(await wire.store.findDelivery(id)).toMatchObject({ state: 'delivered' });
  });

  test('counts a failed resend of a pending delivery as its next attempt', async () => {
    await using receiver = await startReceiver(500);
    await using wire = await openCallbacks(shell);
    const id = await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(90);
    await wire.sent(1);
    await wire.gateway.resendCallback(id);
    for (let second = 0; second < 120; second += 1) {
      await wire.sent(2 + (second >= 30 ? 1 : 0) + (second >= 90 ? 1 : 0));
      await wire.advance(1);
    }
    const delivery = await wire.store.findDelivery(id);
    const since = delivery?.createdAt ?? 0;
    expect(delivery?.attempts.map(({ at }) => (at - since) / 1000)).toEqual([0, 0, 30, 90]);
    expect([delivery?.state, receiver.received.length]).toEqual(['failed', 4]);
  });

  test('has nothing to send for a task without a callback, or for an unknown task', async () => {
    await using wire = await openCallbacks(shell);
    const id = await wire.submit(boat);
    await wire.advance(90);
    expect([await wire.gateway.resendCallback(id), await wire.gateway.resendCallback('task_none')]).toEqual([
      false,
      false,
    ]);
  });
});
