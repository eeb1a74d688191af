import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startReceiver } from '../gateway/webhooks/callback-receiver.ts';
import { submitImage } from './client.ts';
import {
  answerCommand,
  type Place,
  runCommand,
  runForData,
  startService,
  temporaryFolder,
} from './service.ts';

interface CreatedKey {
  readonly key: string;
  readonly account: string;
  readonly webhook_secret: string;
}

const [older, current] = ['1'.repeat(64), '2'.repeat(64)];
const withKeys = (place: Place, keys: string): Place => ({
  ...place,
  env: { ...place.env, ENCRYPTION_KEYS: keys },
});

/** What the database stores of an account's secrets. */
function storedSecrets(folder: string, account: string): string {
  const database = new DatabaseSync(join(folder, 'gatewright.db'), { readOnly: true });
  const row = database.prepare('select secrets from webhook_secrets where account_id = ?').get(account);
  database.close();
  return String(row?.secrets);
}

async function startAndStop(place: Place): Promise<void> {
  await using service = await startService(place);
  service.child.kill('SIGTERM');
  expect(await service.exit()).toBe(0);
}

test('encrypts existing secrets when it starts with a key, and signs with them as before', async () => {
  await using receiver = await startReceiver(200);
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  const {
    key,
    account,
    webhook_secret: secret,
  } = await runForData<CreatedKey>(place, 'keys', 'create', '--credit', '1');
  expect(storedSecrets(folder, account)).toBe(JSON.stringify([secret]));
  {
    await using service = await startService(withKeys(place, older), '--allow-private-addresses');
    await submitImage(service.baseUrl, key, { webhook: receiver.origin });
    await receiver.arrived(1);
    service.child.kill('SIGTERM');
    expect(await service.exit()).toBe(0);
  }
  const [push] = receiver.received;
  expect(() =>
    new Webhook(secret).verify(push?.body ?? '', push?.headers as Record<string, string>),
  ).not.toThrow();
  const sealed = storedSecrets(folder, account);
  expect(sealed).toMatch(/^sealed:1:[\da-f]{12}:[\w-]+$/);
  expect(readFileSync(join(folder, 'gatewright.db'), 'latin1')).toContain(sealed);
  // The keys change: the new one encrypts, and then the old one is no longer needed.
  await startAndStop(withKeys(place, `${current},${older}`));
  expect(storedSecrets(folder, account)).not.toBe(sealed);
  const shown = await runForData(withKeys(place, current), 'accounts', 'secret', account);
  expect(shown).toEqual({ account, secrets: [secret] });
});

test('refuses in one line to start without the key, and to create keys and secrets without it', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { account } = await runForData<CreatedKey>(withKeys(place, older), 'keys', 'create');
  const [id] = /[\da-f]{12}/.exec(storedSecrets(temporary.folder, account)) ?? [];
  const err = `The database in the folder "${temporary.folder}" cannot be used: the webhook secrets are encrypted with the key ${id}, which is not in ENCRYPTION_KEYS: add it there.\n`;
  for (const keys of ['', current])
    expect(await runCommand(withKeys(place, keys), 'serve', '--port', '0')).toEqual({
      code: 2,
      out: '',
      err,
    });
  for (const args of [['create'], ['create', '--account', account]])
    expect(await answerCommand(place, 'keys', ...args)).toEqual({ code: 2, out: '', err });
  for (const args of [[account], [account, '--rotate']])
    expect(await answerCommand(place, 'accounts', 'secret', ...args)).toEqual({ code: 2, out: '', err });
  expect(await runForData<readonly object[]>(place, 'keys', 'list')).toHaveLength(1);
  const wrong = await runCommand(withKeys(place, 'open sesame'), 'serve', '--port', '0');
  expect(wrong.err).toContain(
    'ENCRYPTION_KEYS: key 1 is not 32 bytes in base64 or hex: create one with "openssl rand -base64 32".',
  );
});
