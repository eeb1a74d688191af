import { describe, expect, test } from 'vitest';
import { shells } from '../../support/shells.ts';
import { startReceiver } from './callback-receiver.ts';
import { openCallbacks } from './open-callbacks.ts';

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };

describe.each(shells)('through the $name shell', (shell) => {
  test('a receiver that never responds delays no other', async () => {
    await using dead = await startReceiver('silent');
    await using alive = await startReceiver();
    await using wire = await openCallbacks(shell);
    for (let task = 0; task < 30; task += 1) await wire.submit({ ...boat, webhook: dead.origin });
    const id = await wire.submit({ ...boat, webhook: alive.origin });
    await wire.advance(90);
    await wire.sent(1);
    await dead.arrived(8);
    expect(alive.received.map(({ headers }) => headers['webhook-id'])).toEqual([id]);
    expect(await wire.store.findDelivery(id)).toMatchObject({ state: 'delivered' });
    expect(dead.received).toHaveLength(8);
    dead.release();
    await wire.sent(31);
    expect(dead.received).toHaveLength(30);
    const deliveries = await wire.store.listDeliveries(100);
    expect(deliveries.every(({ state }) => state === 'delivered')).toBe(true);
  });
});
