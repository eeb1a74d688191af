import type { ApiKey } from '../../../gateway/ports/store.ts';
import type { DurableStore } from '../durable-store.ts';
import { createGroupRead } from '../groups/group-read.ts';
import { createDeposit, openAccount } from './ledger.ts';
import { fromGroupRow, fromKeyRow, toGroupRow, toKeyRow } from './rows.ts';
import { type SqlCore, transact } from './work.ts';

export function createAccountOperations(
  core: SqlCore,
): Pick<DurableStore, 'findKey' | 'saveKey' | 'listKeys' | 'saveGroup' | 'listGroups' | 'deposit'> {
  const { db } = core;
  return {
    findKey: createGroupRead<ApiKey>(async (digests) => {
      const rows = await selectKeys(db).where('digest', 'in', digests).execute();
      return new Map(rows.map((row) => [row.digest, fromKeyRow(row)]));
    }),
    saveKey: (key) =>
      transact(core, async ({ trx }) => {
        const { digest, ...row } = toKeyRow(key);
        await openAccount(trx, key.accountId);
        await trx
          .insertInto('api_keys')
          .values({ digest, ...row })
          .onConflict((clash) => clash.column('digest').doUpdateSet(row))
          .execute();
      }),
    async listKeys() {
      const rows = await selectKeys(db).orderBy('seq').execute();
      return rows.map(fromKeyRow);
    },
    async saveGroup(group) {
      const { name, ...terms } = toGroupRow(group);
      await db
        .insertInto('key_groups')
        .values({ name, ...terms })
        .onConflict((clash) => clash.column('name').doUpdateSet(terms))
        .execute();
    },
    async listGroups() {
      const rows = await db.selectFrom('key_groups').selectAll().orderBy('name').execute();
      return rows.map(fromGroupRow);
    },
    deposit: createDeposit(core),
  };
}

/** Keys with the terms of their groups. */
function selectKeys(db: SqlCore['db']) {
  return db
    .selectFrom('api_keys')
    .leftJoin('key_groups', 'name', 'price_group')
    .selectAll('api_keys')
    .select(['ratio', 'key_groups.models as group_models']);
}
