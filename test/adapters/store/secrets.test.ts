import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSecretBox } from '../../../src/adapters/platform/create-secret-box.ts';
import type { DurableStore } from '../../../src/adapters/store/durable-store.ts';
import { openPostgresStore } from '../../../src/adapters/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../../src/adapters/store/sqlite/sqlite-store.ts';
import { SealedError } from '../../../src/gateway/ports/secret-box.ts';
import { temporaryFolder } from '../../support/open-store.ts';
import { createPostgresDatabase, hasPostgres } from '../../support/postgres.ts';

const [older, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

type Open = (keys: readonly Uint8Array[]) => Promise<DurableStore>;

/** A database that is reopened repeatedly, with other keys each time. */
async function sqliteDatabase(): Promise<Open> {
  const folder = temporaryFolder();
  return (keys) => openSqliteStore({ folder, schedule: () => {}, secretBox: createSecretBox(keys) });
}

async function postgresDatabase(): Promise<Open> {
  const connectionString = await createPostgresDatabase();
  const schedule = () => {};
  return (keys) => openPostgresStore({ connectionString, schedule, secretBox: createSecretBox(keys) });
}

describe('SQLite', () => describeSecrets(sqliteDatabase));

test('leaves no plain secret in the files of an embedded database, neither when it is encrypted nor when it is replaced', async () => {
  const folder = temporaryFolder();
  const open = (keys: readonly Uint8Array[]) =>
    openSqliteStore({ folder, schedule: () => {}, secretBox: createSecretBox(keys) });
  const plain = await open([]);
  for (let index = 0; index < 60; index += 1) {
    await plain.saveWebhookSecrets(`account_${index}`, [`whsec_replaced_${index}`]);
    await plain.saveWebhookSecrets(`account_${index}`, [`whsec_plain_${index}`]);
  }
  await plain.close();
  const sealed = await open([current]);
  expect(await sealed.sealSecrets()).toBe(60);
  await sealed.close();
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
  expect(files.flatMap((text) => text.match(/whsec_(?:replaced|plain)_\d+/g) ?? [])).toEqual([]);
});

describe.skipIf(!hasPostgres)('PostgreSQL', () => describeSecrets(postgresDatabase));

function describeSecrets(create: () => Promise<Open>): void {
  const visit = async <Result>(store: DurableStore, work: (store: DurableStore) => Promise<Result>) => {
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };

  test('encrypts plain secrets, encrypts them again under another key, and can read them throughout', async () => {
    const open = await create();
    const ids = Array.from({ length: 130 }, (_, index) => `account_${index}`);
    await visit(await open([]), async (store) => {
      for (const id of ids.slice(0, 3)) await store.saveWebhookSecrets(id, [`whsec_${id}`]);
      expect(await store.sealSecrets()).toBe(0);
    });
    await visit(await open([older]), async (store) => {
      expect(await store.findWebhookSecrets('account_1')).toEqual(['whsec_account_1']);
      expect([await store.sealSecrets(), await store.sealSecrets()]).toEqual([3, 0]);
      for (const id of ids.slice(3)) await store.saveWebhookSecrets(id, [`whsec_${id}`]);
    });
    await visit(await open([current, older]), async (store) => {
      expect(await store.sealSecrets()).toBe(130);
    });
    await visit(await open([current]), async (store) => {
      const found = await Promise.all(ids.map((id) => store.findWebhookSecrets(id)));
      expect(found).toEqual(ids.map((id) => [`whsec_${id}`]));
    });
  });

  test('neither reads nor mixes secrets without their key', async () => {
    const open = await create();
    await visit(await open([older]), (store) => store.saveWebhookSecrets('acme', ['whsec_1']));
    for (const keys of [[], [current]]) {
      const store = await open(keys);
      onTestFinished(() => store.close());
      await expect(store.sealSecrets()).rejects.toThrow(SealedError);
      await expect(store.findWebhookSecrets('acme')).rejects.toThrow(SealedError);
      expect(await store.findWebhookSecrets('beta')).toEqual([]);
      if (keys.length === 0)
        await expect(store.saveWebhookSecrets('beta', ['whsec_2'])).rejects.toThrow(SealedError);
      await store.close();
    }
  });
}
