import { policies } from '../../../generated/policies.ts';
import { formatUsd, parseUsd } from '../../contract/money.ts';
import type { Account, LedgerEntry, Store } from '../../gateway/ports/store.ts';
import { findAmountFault, findDepositFault, MAX_PAYMENT } from '../options/amount.ts';
import { readLimit } from '../options/read-limit.ts';
import { ensureWebhookSecrets, rotateWebhookSecrets } from '../options/webhook-secret.ts';
import { toTable } from '../print-table.ts';
import {
  type Action,
  type ActionContext,
  type Outcome,
  refuse,
  runStoreCommand,
  type StoreCommand,
} from './store-command.ts';
import { unknownAccount } from './unknown-account.ts';

const USAGE = `gatewright accounts <action> [options]

  list                list accounts, sorted by name
    --limit N           at most N (default ${policies.service.listed_rows})
    --after ACCOUNT     start after this account
  credit ACCOUNT USD  add credit; to withdraw: credit ACCOUNT -- -5
  show ACCOUNT        show the available, held and used amounts
  ledger ACCOUNT      list its ledger entries, newest first
    --limit N           at most N (default ${policies.service.listed_rows})
  secret ACCOUNT      show the secrets that sign its callbacks, newest first
    --rotate            add a new secret; it and the current one both sign until the next rotation

  --data DIR          folder of the embedded database (default gatewright-data); serve may be running
  --config FILE       configuration file of the service, for its database
  --json              print one JSON value instead of text; amounts are decimal strings
  --help              show this text

Environment: DATABASE_URL=postgres://... selects a PostgreSQL database instead.
`;

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['list', { words: [], options: ['after', 'limit'], run: list }],
  ['credit', { words: ['ACCOUNT', 'USD'], run: credit }],
  ['show', { words: ['ACCOUNT'], run: forAccount(async (account) => show(account)) }],
  ['ledger', { words: ['ACCOUNT'], options: ['limit'], run: forAccount(ledger) }],
  ['secret', { words: ['ACCOUNT'], options: ['rotate'], run: forAccount(secret) }],
]);

/** Actions of `gatewright accounts`. */
export const accountsCommand: StoreCommand = {
  name: 'accounts',
  usage: USAGE,
  options: { after: { type: 'string' }, limit: { type: 'string' }, rotate: { type: 'boolean' } },
  actions,
};

/** `gatewright accounts`: the balances of a durable gateway, for its operator. Returns the exit code. */
export function runAccounts(args: readonly string[]): Promise<number> {
  return runStoreCommand(accountsCommand, args);
}

type AccountAction = (account: Account, context: ActionContext) => Promise<Outcome>;

function forAccount(run: AccountAction): Action['run'] {
  return async (context) => {
    const [id = ''] = context.words;
    const account = await context.store.findAccount(id);
    return account ? run(account, context) : unknownAccount(id);
  };
}

async function credit({ store, words: [id = '', amount = ''], now }: ActionContext): Promise<Outcome> {
  const fault = findAmountFault(amount.replace(/^-/, ''), MAX_PAYMENT);
  if (fault) return refuse(`The amount must ${fault}; got ${amount}.`);
  if (parseUsd(amount) === 0n) return refuse(`The amount must not be zero; got ${amount}.`);
  const before = await store.findAccount(id);
  if (!before) return unknownAccount(id);
  const full = findDepositFault(before, parseUsd(amount));
  if (full) return refuse(`${amount} USD is too much: it must ${full}.`);
  if (!(await store.deposit(id, parseUsd(amount), now)))
    return refuse(`The available ${formatUsd(before.available)} USD of ${id} do not cover ${amount} USD.`);
  return show(await reread(store, before));
}

async function reread(store: Store, known: Account): Promise<Account> {
  return (await store.findAccount(known.id)) ?? known;
}

function show(account: Account): Outcome {
  const shown = toMoney(account);
  return { kind: 'done', text: toMoneyTable([shown]), data: shown };
}

async function list({ store, flags }: ActionContext): Promise<Outcome> {
  const limit = readLimit(flags);
  if (typeof limit === 'string') return refuse(limit);
  const ids = await store.listAccounts(typeof flags.after === 'string' ? flags.after : '', limit);
  const accounts = await Promise.all(ids.map((id) => store.findAccount(id)));
  const shown = accounts.filter((account) => account !== undefined).map(toMoney);
  return { kind: 'done', text: toMoneyTable(shown), data: shown };
}

function toMoney({ id, available, held, used }: Account) {
  return {
    account: id,
    available: formatUsd(available),
    held: formatUsd(held),
    used: formatUsd(used),
  };
}

function toMoneyTable(accounts: readonly ReturnType<typeof toMoney>[]): string {
  const headings = ['ACCOUNT', 'AVAILABLE USD', 'HELD USD', 'USED USD'];
  const rows = accounts.map(({ account, available, held, used }) => [account, available, held, used]);
  return toTable(headings, rows, { right: headings.slice(1) });
}

async function ledger({ id }: Account, { store, flags }: ActionContext): Promise<Outcome> {
  const limit = readLimit(flags);
  if (typeof limit === 'string') return refuse(limit);
  const entries = (await store.listLedger(id, limit)).map(toData);
  const headings = ['TIME', 'KIND', 'AVAILABLE USD', 'HELD USD', 'USED USD', 'REFERENCE'];
  const rows = entries.map(({ at, kind, available, held, used, reference }) => [
    at,
    kind,
    available,
    held,
    used,
    reference,
  ]);
  return { kind: 'done', text: toTable(headings, rows, { right: headings.slice(2, 5) }), data: entries };
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

async function secret({ id }: Account, { store, flags }: ActionContext): Promise<Outcome> {
  const secrets = await (flags.rotate ? rotateWebhookSecrets : ensureWebhookSecrets)(store, id);
  return { kind: 'done', text: `${secrets.join('\n')}\n`, data: { account: id, secrets } };
}
