import type { AccountStore } from '../../gateway/ports/store.ts';
import { createDeposit, openAccount } from './sql-ledger.ts';
import { fromKeyRow, toKeyRow } from './sql-rows.ts';
import { type SqlCore, transact } from './sql-work.ts';

/** Keys, accounts and webhook secrets. */
export function createAccountVerbs(core: SqlCore): AccountStore {
  const { db } = core;
  return {
    async findKey(digest) {
      const row = await db.selectFrom('api_keys').selectAll().where('digest', '=', digest).executeTakeFirst();
      return row && fromKeyRow(row);
    },
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
    async findWebhookSecrets(accountId) {
      const secrets = db.selectFrom('webhook_secrets').select('secrets').where('account_id', '=', accountId);
      const row = await secrets.executeTakeFirst();
      return row ? (JSON.parse(row.secrets) as readonly string[]) : []; // written by saveWebhookSecrets
    },
    async saveWebhookSecrets(accountId, active) {
      const secrets = JSON.stringify(active);
      await db
        .insertInto('webhook_secrets')
        .values({ account_id: accountId, secrets })
        .onConflict((clash) => clash.column('account_id').doUpdateSet({ secrets }))
        .execute();
    },
  };
}
