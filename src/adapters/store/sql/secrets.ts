import type { SecretBox } from '../../../gateway/ports/secret-box.ts';
import type { DurableStore } from '../durable-store.ts';
import { createGroupRead } from '../groups/group-read.ts';
import { openAccount } from './ledger.ts';
import { lockAccounts } from './resolve.ts';
import { type SqlCore, transact } from './work.ts';

/** Leaves secrets as they are: for a store without a box. */
export const plainSecrets: SecretBox = {
  seal: (text) => text,
  open: (stored) => stored,
  isCurrent: () => true,
};

type SecretOperations = Pick<
  DurableStore,
  'findWebhookSecrets' | 'saveWebhookSecrets' | 'changeWebhookSecrets' | 'sealSecrets'
>;

/** Accounts re-encrypted per transaction. */
const STEP = 100;

/** Webhook secrets, encrypted by a box: a row holds a JSON array of them, plain or encrypted. */
export function createSecretOperations(core: SqlCore, box: SecretBox): SecretOperations {
  const { db } = core;
  const findStored = createGroupRead<string>(async (accountIds) => {
    const rows = await db
      .selectFrom('webhook_secrets')
      .selectAll()
      .where('account_id', 'in', accountIds)
      .execute();
    return new Map(rows.map((row) => [row.account_id, row.secrets]));
  });
  const open = (stored: string, accountId: string) =>
    JSON.parse(box.open(stored, accountId)) as readonly string[]; // written by saveWebhookSecrets
  /** Writing plain secrets next to encrypted ones would mean that the key is missing. */
  const refuseMixing = async () => {
    if (!box.isCurrent('[]')) return;
    const sealed = db.selectFrom('webhook_secrets').selectAll().where('secrets', 'not like', '[%').limit(1);
    const row = await sealed.executeTakeFirst();
    if (row) box.open(row.secrets, row.account_id);
  };
  const write = async (on: SqlCore['db'], accountId: string, active: readonly string[]) => {
    const secrets = box.seal(JSON.stringify(active), accountId);
    await on
      .insertInto('webhook_secrets')
      .values({ account_id: accountId, secrets })
      .onConflict((clash) => clash.column('account_id').doUpdateSet({ secrets }))
      .execute();
  };
  return {
    async findWebhookSecrets(accountId) {
      const stored = await findStored(accountId);
      return stored === undefined ? [] : open(stored, accountId);
    },
    async saveWebhookSecrets(accountId, active) {
      await refuseMixing();
      await write(db, accountId, active);
    },
    async changeWebhookSecrets(accountId, change) {
      await refuseMixing();
      return transact(core, async ({ trx }) => {
        await openAccount(trx, accountId);
        await lockAccounts(trx, [accountId]);
        const stored = trx.selectFrom('webhook_secrets').selectAll().where('account_id', '=', accountId);
        const row = await stored.executeTakeFirst();
        const active = change(row ? open(row.secrets, accountId) : []);
        await write(trx, accountId, active);
        return active;
      });
    },
    sealSecrets: () => sealAll(core, box),
  };
}

async function sealAll(core: SqlCore, box: SecretBox): Promise<number> {
  let sealed = 0;
  for (let after = ''; ; ) {
    const next = core.db.selectFrom('webhook_secrets').selectAll().where('account_id', '>', after);
    const rows = await next.orderBy('account_id').limit(STEP).execute();
    const last = rows.at(-1);
    if (!last) return sealed;
    after = last.account_id;
    const stale = rows.filter(({ secrets }) => !box.isCurrent(secrets));
    if (stale.length > 0) sealed += await reseal(core, box, stale);
  }
}

interface SecretRow {
  readonly account_id: string;
  readonly secrets: string;
}

/** Another process may rotate or encrypt a secret meanwhile: only an unchanged row is replaced. */
async function reseal(core: SqlCore, box: SecretBox, stale: readonly SecretRow[]): Promise<number> {
  const anew = stale.map(({ account_id: id, secrets }) => ({
    id,
    secrets,
    sealed: box.seal(box.open(secrets, id), id),
  }));
  return transact(core, async ({ trx }) => {
    for (const { id, secrets, sealed } of anew)
      await trx
        .updateTable('webhook_secrets')
        .set({ secrets: sealed })
        .where('account_id', '=', id)
        .where('secrets', '=', secrets)
        .execute();
    return anew.length;
  });
}
