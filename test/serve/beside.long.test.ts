import { expect, test } from 'vitest';
import { startReceiver } from '../gateway/webhooks/callback-receiver.ts';
import { call, imageBody, readTask, submitImage } from './client.ts';
import { answerCommand, runForData, startService, temporaryFolder } from './service.ts';

interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly account: string;
}

test('commands work while a service runs on SQLite, which sees new keys, credits and limits immediately', async () => {
  await using receiver = await startReceiver(204);
  using temporary = temporaryFolder();
  const { place } = temporary;
  await using service = await startService(place, '--allow-private-addresses');
  const { baseUrl } = service;
  const { key, id, account } = await runForData<CreatedKey>(place, 'keys', 'create');
  const models = async () => {
    const answer = await call(`${baseUrl}/v1/models`, { key });
    await answer.text();
    return answer.status;
  };
  expect(await models()).toBe(200);
  const poor = await call(`${baseUrl}/v1/images/generations`, { key, body: imageBody });
  expect(poor.status).toBe(402);
  await poor.text();
  await runForData(place, 'accounts', 'credit', account, '1');
  const cancelled = await submitImage(baseUrl, key);
  await runForData(place, 'tasks', 'cancel', cancelled);
  expect(await readTask(baseUrl, key, cancelled)).toMatchObject({ status: 'cancelled', cost: 0 });
  const task = await submitImage(baseUrl, key, { webhook: receiver.origin });
  expect(await runForData(place, 'tasks', 'show', task)).toMatchObject({ account });
  await receiver.arrived(1);
  await runForData(place, 'callbacks', 'resend', task);
  await receiver.arrived(2);
  expect(await runForData(place, 'accounts', 'show', account)).toMatchObject({
    available: '0.97',
    used: '0.03',
  });
  await runForData(place, 'keys', 'limit', id, '1/1000000');
  expect([await models(), await models()]).toEqual([200, 429]);
  await runForData(place, 'keys', 'revoke', id);
  expect(await models()).toBe(401);
});

test('no request fails while commands write concurrently with the service', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { key, account } = await runForData<CreatedKey>(place, 'keys', 'create', '--credit', '100');
  await using service = await startService(place);
  let isOver = false;
  const credits = (async () => {
    for (let count = 0; count < 30; count += 1)
      expect(await answerCommand(place, 'accounts', 'credit', account, '1')).toMatchObject({ code: 0 });
    isOver = true;
  })();
  let accepted = 0;
  const clients = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      await submitImage(service.baseUrl, key);
      accepted += 1;
    }
  });
  await Promise.all([credits, ...clients]);
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(0);
  const entries = await runForData<readonly { kind: string }[]>(
    place,
    'accounts',
    'ledger',
    account,
    '--limit',
    '10000',
  );
  const count = (kind: string) => entries.filter((entry) => entry.kind === kind).length;
  expect([count('deposit'), count('hold')]).toEqual([31, accepted]);
});
