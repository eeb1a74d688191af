import type { ApiKey } from '../../../gateway/ports/store.ts';
import type { DurableStore } from '../durable-store.ts';
import { createGroupRead } from '../groups/group-read.ts';
import { createDeposit, openAccount } from './ledger.ts';
import { fromKeyRow, toKeyRow } from './rows.ts';
import { type SqlCore, transact } from './work.ts';

export function createAccountOperations(
  core: SqlCore,
): Pick<DurableStore, 'findKey' | 'saveKey' | 'listKeys' | 'deposit'> {
  const { db } = core;
  return {
    findKey: createGroupRead<ApiKey>(async (digests) => {
      const rows = await db.selectFrom('api_keys').selectAll().where('digest', 'in', digests).execute();
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
      const rows = await db.selectFrom('api_keys').selectAll().orderBy('seq').execute();
      return rows.map(fromKeyRow);
    },
    deposit: createDeposit(core),
  };
}
