import { formatUsd, parseUsd } from '../../contract/money.ts';
import type { Account, LedgerEntry, Store } from '../../gateway/ports/store.ts';
import { toTable } from '../print-table.ts';
import { findAmountFault, findRoomFault, MOST_PAYMENT } from './amount.ts';
import { readLimit } from './read-limit.ts';
import {
  type Action,
  type ActionContext,
  type Outcome,
  refuse,
  runStoreCommand,
  type StoreCommand,
} from './store-command.ts';
import { ensureWebhookSecrets, rotateWebhookSecrets } from './webhook-secret.ts';

const USAGE = `gatewright accounts <action> [options]

  list                every account, in the order of their names
    --limit N           at most so many (default 20)
    --after ACCOUNT     those that come after this one
  credit ACCOUNT USD  pay in; to pay out, write: credit ACCOUNT -- -5
  show ACCOUNT        what is available, held and used
  ledger ACCOUNT      its movements of money, newest first
    --limit N           at most so many (default 20)
  secret ACCOUNT      the secrets that sign its callbacks, newest first
    --rotate            put a new one before the current one; both sign until the next rotation

  --data DIR          folder of the embedded database (default gatewright-data), also while serve runs
  --config FILE       file of the service, which names its database
  --json              one JSON value instead of text; amounts are decimal strings
  --help              this text

Environment: DATABASE_URL=postgres://... works on PostgreSQL instead.
`;

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['list', { words: [], run: list }],
  ['credit', { words: ['ACCOUNT', 'USD'], run: credit }],
  ['show', { words: ['ACCOUNT'], run: forAccount(async (account) => show(account)) }],
  ['ledger', { words: ['ACCOUNT'], run: forAccount(ledger) }],
  ['secret', { words: ['ACCOUNT'], run: forAccount(secret) }],
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

function unknownAccount(id: string): Outcome {
  return refuse(
    `There is no account "${id}": gatewright keys create --account makes one, keys list shows them.`,
  );
}

async function credit({ store, words: [id = '', amount = ''], now }: ActionContext): Promise<Outcome> {
  const fault = findAmountFault(amount.replace(/^-/, ''), MOST_PAYMENT);
  if (fault) return refuse(`${amount}: ${fault}`);
  const before = await store.findAccount(id);
  if (!before) return unknownAccount(id);
  const full = findRoomFault(before, parseUsd(amount));
  if (full) return refuse(`${amount}: ${full}`);
  if (!(await store.deposit(id, parseUsd(amount), now)))
    return refuse(`The ${formatUsd(before.available)} USD that ${id} has do not cover ${amount} USD.`);
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
  const limit = readLimit(flags, 'accounts');
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
  const limit = readLimit(flags, 'entries');
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
