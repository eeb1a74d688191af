import { policies } from '../../../generated/policies.ts';
import { formatUsd, parseUsd } from '../../contract/money.ts';
import type { Account, LedgerEntry } from '../../gateway/ports/store.ts';
import { findAmountFault, findDepositFault, MAX_PAYMENT } from '../options/amount.ts';
import { readLimit } from '../options/read-limit.ts';
import { refuse } from '../options/refusal.ts';
import { ensureWebhookSecrets, rotateWebhookSecrets } from '../options/webhook-secret.ts';
import { toTable } from '../print-table.ts';
import { type ActionContext, type Outcome, type StoreCommand, sharedUsage } from './store-command.ts';
import { unknownAccount } from './unknown-account.ts';

const USAGE = `gatewright accounts <action> [options]

Manages the accounts of the durable gateway.

  gatewright accounts credit acme 25.50

  list                list accounts, sorted by name
    --limit N           at most N (default ${policies.service.listed_rows})
    --after ACCOUNT     start after this account
  credit ACCOUNT USD  add credit; to withdraw: credit ACCOUNT -- -5
  show ACCOUNT        show the available, held and used amounts
  ledger ACCOUNT      list its ledger entries, newest first
    --limit N           at most N (default ${policies.service.listed_rows})
  secret ACCOUNT      show the secrets that sign its callbacks, newest first
    --rotate            add a new secret; it and the current one both sign until the next rotation

${sharedUsage(20, { hasAmounts: true })}`;

/** `gatewright accounts`: the balances of a durable gateway, for its operator. */
export const accountsCommand: StoreCommand = {
  name: 'accounts',
  usage: USAGE,
  options: { after: { type: 'string' }, limit: { type: 'string' }, rotate: { type: 'boolean' } },
  actions: {
    list: { words: [], options: ['after', 'limit'], run: list },
    credit: { words: ['ACCOUNT', 'USD'], run: credit },
    show: { words: ['ACCOUNT'], run: async (context) => show(await findAccount(context)) },
    ledger: { words: ['ACCOUNT'], options: ['limit'], run: ledger },
    secret: { words: ['ACCOUNT'], options: ['rotate'], run: secret },
  },
};

async function findAccount({ store, words: [id = ''] }: ActionContext): Promise<Account> {
  return (await store.findAccount(id)) ?? unknownAccount(id);
}

async function credit(context: ActionContext): Promise<Outcome> {
  const { store, words, now } = context;
  const [id = '', amount = ''] = words;
  const fault = findAmountFault(amount.replace(/^-/, ''), MAX_PAYMENT);
  if (fault) refuse(`The amount must ${fault}; got ${amount}.`);
  if (parseUsd(amount) === 0n) refuse(`The amount must not be zero; got ${amount}.`);
  const before = await findAccount(context);
  const full = findDepositFault(before, parseUsd(amount));
  if (full) refuse(`${amount} USD is too much: it must ${full}.`);
  if (!(await store.deposit(id, parseUsd(amount), now)))
    refuse(
      `${id} has only ${formatUsd(before.available)} USD available; ${amount.replace(/^-/, '')} USD cannot be withdrawn.`,
    );
  return show(await findAccount(context));
}

function show(account: Account): Outcome {
  const shown = toMoney(account);
  return { text: toMoneyTable([shown]), data: shown };
}

async function list({ store, flags }: ActionContext): Promise<Outcome> {
  const after = typeof flags.after === 'string' ? flags.after : '';
  const ids = await store.listAccounts(after, readLimit(flags));
  const accounts = await Promise.all(ids.map((id) => store.findAccount(id)));
  const shown = accounts.filter((account) => account !== undefined).map(toMoney);
  return { text: toMoneyTable(shown), data: shown };
}

function toMoney({ id, available, held, used }: Account) {
  return { account: id, available: formatUsd(available), held: formatUsd(held), used: formatUsd(used) };
}

function toMoneyTable(accounts: readonly ReturnType<typeof toMoney>[]): string {
  const headings = ['ACCOUNT', 'AVAILABLE USD', 'HELD USD', 'USED USD'];
  return toTable(headings, accounts.map(Object.values<string>), { right: headings.slice(1) });
}

async function ledger(context: ActionContext): Promise<Outcome> {
  const { id } = await findAccount(context);
  const entries = (await context.store.listLedger(id, readLimit(context.flags))).map(toData);
  const headings = ['TIME', 'KIND', 'AVAILABLE USD', 'HELD USD', 'USED USD', 'REFERENCE'];
  const rows = entries.map((one) => [one.at, one.kind, one.available, one.held, one.used, one.reference]);
  return { text: toTable(headings, rows, { right: headings.slice(2, 5) }), data: entries };
}

function toData({ at, kind, reference, available, held, used, deposited }: LedgerEntry) {
  return {
    at: new Date(at).toISOString(),
    kind,
    reference,
    available: formatUsd(available),
    held: formatUsd(held),
    used: formatUsd(used),
    deposited: formatUsd(deposited),
  };
}

async function secret(context: ActionContext): Promise<Outcome> {
  const { store, flags } = context;
  const { id } = await findAccount(context);
  const secrets = await (flags.rotate ? rotateWebhookSecrets : ensureWebhookSecrets)(store, id);
  return { text: `${secrets.join('\n')}\n`, data: { account: id, secrets } };
}
