import type { Transaction } from 'kysely';
import type { ApiKey } from '../../../gateway/ports/store.ts';
import type { DurableStore } from '../durable-store.ts';
import { createGroupRead } from '../groups/group-read.ts';
import { openAccount } from './ledger.ts';
import { fromGroupRow, fromKeyRow, toGroupRow, toKeyRow } from './rows.ts';
import type { Tables } from './tables.ts';
import { type SqlCore, transact } from './work.ts';

export function createKeyOperations(
  core: SqlCore,
): Pick<DurableStore, 'findKey' | 'saveKey' | 'changeKey' | 'listKeys'> {
  const { db } = core;
  return {
    findKey: createGroupRead<ApiKey>(async (digests) => {
      const rows = await db.selectFrom('api_keys').selectAll().where('digest', 'in', digests).execute();
      return new Map(rows.map((row) => [row.digest, fromKeyRow(row)]));
    }),
    saveKey: (key) =>
      transact(core, async ({ trx }) => {
        await core.lockKeys(trx, 'change');
        await writeKey(trx, key);
      }),
    changeKey: (digest, change) =>
      transact(core, async ({ trx }) => {
        await core.lockKeys(trx, 'change');
        const stored = trx.selectFrom('api_keys').selectAll().where('digest', '=', digest);
        const key = change(fromKeyRow(await stored.executeTakeFirstOrThrow()));
        await writeKey(trx, key);
        return key;
      }),
    async listKeys() {
      const rows = await db.selectFrom('api_keys').selectAll().orderBy('seq').execute();
      return rows.map(fromKeyRow);
    },
  };
}

export function createGroupOperations(core: SqlCore): Pick<DurableStore, 'changeGroup' | 'listGroups'> {
  return {
    changeGroup: (name, change) =>
      transact(core, async ({ trx }) => {
        await core.lockKeys(trx, 'change');
        const stored = trx.selectFrom('key_groups').selectAll().where('name', '=', name);
        const row = await stored.executeTakeFirst();
        const group = change(row && fromGroupRow(row));
        const { name: _, ...terms } = toGroupRow(group);
        await trx
          .insertInto('key_groups')
          .values({ name, ...terms })
          .onConflict((clash) => clash.column('name').doUpdateSet(terms))
          .execute();
        await trx
          .updateTable('api_keys')
          .set({ group_ratio: terms.ratio, group_models: terms.models })
          .where('price_group', '=', name)
          .execute();
        return group;
      }),
    async listGroups() {
      const rows = await core.db.selectFrom('key_groups').selectAll().orderBy('name').execute();
      return rows.map(fromGroupRow);
    },
  };
}

async function writeKey(trx: Transaction<Tables>, key: ApiKey): Promise<void> {
  const { digest, ...own } = toKeyRow(key);
  const row = { ...own, ...(await findTerms(trx, key.group)) };
  await openAccount(trx, key.accountId);
  await trx
    .insertInto('api_keys')
    .values({ digest, ...row })
    .onConflict((clash) => clash.column('digest').doUpdateSet(row))
    .execute();
  const isLimited = key.quota !== undefined;
  await trx
    .updateTable('holds')
    .set({ quota_key: isLimited ? digest : null })
    .where('key_digest', '=', digest)
    .where('quota_key', isLimited ? 'is' : 'is not', null)
    .execute();
}

/** The terms of a group, as its keys have them; undefined when the group is not defined. */
function findTerms(trx: Transaction<Tables>, name: string) {
  return trx
    .selectFrom('key_groups')
    .select(['ratio as group_ratio', 'models as group_models'])
    .where('name', '=', name)
    .executeTakeFirst();
}
