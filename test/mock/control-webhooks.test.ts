import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { startReceiver } from '../gateway/webhooks/callback-receiver.ts';
import { at } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { BOAT, openMock } from './open-mock.ts';

describe.each(shells)('$name shell', (shell) => {
  test('are delivered when the clock is advanced, signed with the secret of the account', async () => {
    await using receiver = await startReceiver(200);
    await using mock = await openMock(shell, { seed: 1 });
    const id = await mock.submit({ ...BOAT, webhook: receiver.origin });
    await mock.control.setClock({ advance: '8s' });
    const polled = await mock.ask('GET', `/v1/tasks/${id}`);
    expect(receiver.received.map(({ target, body }) => [target, body])).toEqual([['/callback', polled.text]]);
    const { webhook_secret: secret } = await mock.control.getAccount('sk-mock');
    const [push] = receiver.received;
    // The library compares timestamps with real time, the mock signs with its own clock: only the signature is checked.
    const signed = new Webhook(secret ?? '').sign(id, new Date('2027-01-01T00:00:08Z'), push?.body ?? '');
    expect(push?.headers['webhook-signature']).toBe(signed);
    expect(await mock.control.listWebhooks()).toMatchObject([
      { task_id: id, url: `${receiver.origin}/callback`, state: 'delivered', payload: polled.text },
    ]);
  });

  test('are retried 10, 30 and 60 seconds apart within one advance', async () => {
    await using receiver = await startReceiver(500);
    await using mock = await openMock(shell, { seed: 1 });
    await mock.submit({ ...BOAT, webhook: receiver.origin });
    await mock.control.setClock({ advance: '10m' });
    const [delivery] = await mock.control.listWebhooks();
    expect(delivery).toMatchObject({ state: 'failed', created: '2027-01-01T00:00:08.000Z' });
    expect(delivery?.attempts.map(({ at: time, status }) => [time, status])).toEqual([
      ['2027-01-01T00:00:08.000Z', 500],
      ['2027-01-01T00:00:18.000Z', 500],
      ['2027-01-01T00:00:48.000Z', 500],
      ['2027-01-01T00:01:48.000Z', 500],
    ]);
  });

  test('are all sent, each at its time, when many become due in one advance', async () => {
    await using receiver = await startReceiver(500);
    await using mock = await openMock(shell, { seed: 1 });
    const many = Array.from({ length: 300 }, () => mock.submit({ ...BOAT, webhook: receiver.origin }));
    await Promise.all(many);
    await mock.control.setClock({ advance: '8s' });
    expect(receiver.received).toHaveLength(300);
    await mock.control.setClock({ advance: '10m' });
    expect(receiver.received).toHaveLength(1200);
    const tries = (await mock.control.listWebhooks()).map(({ attempts }) =>
      attempts.map(({ at: time }) => time),
    );
    for (const times of tries)
      expect(times).toEqual(
        [8, 18, 48, 108].map((second) => new Date(1798761600000 + second * 1000).toISOString()),
      );
  });

  test('are kept while they are pending, however few are kept', async () => {
    await using receiver = await startReceiver(503, 503, 503, 200);
    await using mock = await openMock(shell, { keepTasks: 1 });
    for (let count = 0; count < 3; count += 1) await mock.submit({ ...BOAT, webhook: receiver.origin });
    await mock.control.setClock({ advance: '8s' });
    expect(await mock.control.listWebhooks()).toMatchObject(Array(3).fill({ state: 'pending' }));
    await mock.control.setClock({ advance: '10s' });
    expect(await mock.control.listWebhooks()).toMatchObject([{ state: 'delivered' }]);
    expect(receiver.received).toHaveLength(6);
  });

  test('report why one was discarded', async () => {
    await using mock = await openMock(shell, { seed: 1 });
    await mock.submit({ ...BOAT, webhook: 'ftp://receiver.example' });
    await mock.control.setClock({ advance: '8s' });
    expect(await mock.control.listWebhooks()).toMatchObject([
      {
        state: 'discarded',
        reason: 'the URL is not http(s), contains a user name, or is longer than 2048 characters',
        attempts: [],
      },
    ]);
  });

  test('report when the next attempt is due', async () => {
    await using receiver = await startReceiver(503, 200);
    await using mock = await openMock(shell, { seed: 1 });
    await mock.submit({ ...BOAT, webhook: receiver.origin });
    await mock.control.setClock({ advance: '8s' });
    expect(await mock.control.listWebhooks()).toMatchObject([
      { state: 'pending', next_at: '2027-01-01T00:00:18.000Z' },
    ]);
    await mock.control.setClock({ advance: '10s' });
    expect(await mock.control.listWebhooks()).toMatchObject([{ state: 'delivered' }]);
  });

  test('are sent once more on request', async () => {
    await using receiver = await startReceiver(404, 200);
    await using mock = await openMock(shell);
    const id = await mock.submit({ ...BOAT, webhook: receiver.origin });
    await mock.control.setClock({ advance: '1m' });
    expect(await mock.control.listWebhooks()).toMatchObject([{ state: 'failed' }]);
    expect(await mock.control.resendWebhook(id)).toMatchObject({
      task_id: id,
      state: 'delivered',
      attempts: [{ status: 404 }, { status: 200 }],
    });
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
  });

  test('contain the failure of a scenario, in the language of the submission', async () => {
    await using receiver = await startReceiver(200);
    await using mock = await openMock(shell);
    await mock.control.addScenario({
      operation: 'createImage',
      outcome: 'fail',
      error: { code: 'content_rejected' },
    });
    const id = await mock.submit({ ...BOAT, webhook: receiver.origin, language: 'de' });
    await mock.control.setClock({ advance: '1m' });
    const german = (await mock.ask('GET', `/v1/tasks/${id}?language=de`)).body;
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual(german);
    expect(at(german, 'error', 'code')).toBe('content_rejected');
  });

  test('returns 404 if there is none to send', async () => {
    await using mock = await openMock(shell);
    const id = await mock.submit();
    for (const task of [id, 'task_nobody', '%']) {
      const answer = await mock.ask('POST', `/__mock/webhooks/${task}/resend`);
      expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([404, 'not_found']);
    }
    expect(await mock.control.listWebhooks()).toEqual([]);
  });
});
