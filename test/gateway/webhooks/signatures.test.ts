import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { toWebhookSecret } from '../../../src/contract/signature.ts';
import { shells } from '../../support/shells.ts';
import { type ReceivedCallback, startReceiver } from './callback-receiver.ts';
import { openCallbacks } from './open-callbacks.ts';

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat, 紙の船' };
const old = toWebhookSecret(new Uint8Array(32).fill(1));
const recent = toWebhookSecret(new Uint8Array(24).fill(2));

/** Whether the standardwebhooks package accepts a callback under a secret. */
function isTaken({ headers, body }: ReceivedCallback, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>); // node joins repeated headers into one text
    return true;
  } catch {
    return false;
  }
}

describe.each(shells)('through the $name shell', (shell) => {
  test('signs so that the standardwebhooks package verifies it, under either secret of a rotation', async () => {
    await using receiver = await startReceiver(500, 200);
    await using wire = await openCallbacks(shell, { startAt: Date.now() - 95_000 });
    await wire.store.saveWebhookSecrets('alpha', [old]);
    await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(90);
    await wire.sent(1);
    await wire.store.saveWebhookSecrets('alpha', [recent, old]);
    await wire.advance(10);
    await wire.sent(2);
    const taken = receiver.received.map((callback) =>
      [old, recent].map((secret) => isTaken(callback, secret)),
    );
    expect(taken).toEqual([
      [true, false],
      [true, true],
    ]);
    const [first, second] = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(Number(second) - Number(first)).toBe(10);
    expect(receiver.received.map(({ headers }) => String(headers['webhook-signature']).split(' '))).toEqual([
      [expect.stringMatching(/^v1,/)],
      [expect.stringMatching(/^v1,/), expect.stringMatching(/^v1,/)],
    ]);
  });

  test("signs with the secret of the task's own account", async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell, { startAt: Date.now() - 90_000 });
    await wire.store.saveWebhookSecrets('alpha', [old]);
    await wire.store.saveWebhookSecrets('beta', [recent]);
    await wire.submit({ ...boat, webhook: receiver.origin }, { key: 'sk-beta' });
    await wire.advance(90);
    await wire.sent(1);
    const [callback] = receiver.received;
    expect(callback && [isTaken(callback, old), isTaken(callback, recent)]).toEqual([false, true]);
    const tampered = callback && { ...callback, body: callback.body.replace('"cost":', '"cost": ') };
    expect(tampered && isTaken(tampered, recent)).toBe(false);
  });

  test('delivers unsigned for an account without a secret', async () => {
    await using receiver = await startReceiver();
    await using wire = await openCallbacks(shell);
    await wire.submit({ ...boat, webhook: receiver.origin });
    await wire.advance(90);
    await wire.sent(1);
    expect(receiver.received[0]?.headers).not.toHaveProperty('webhook-signature');
  });
});
