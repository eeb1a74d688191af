import { setTimeout as pause } from 'node:timers/promises';
import { policies } from '../../../generated/policies.ts';
import type { DurableStore } from '../../adapters/store/durable-store.ts';
import { DAY_MS } from '../../gateway/ledger/days.ts';
import {
  type Action,
  type ActionContext,
  type Outcome,
  refuse,
  runStoreCommand,
  type StoreCommand,
} from './store-command.ts';

const { most_days: MOST_DAYS, sum_rows: STEP, pause_milliseconds: PAUSE_MS } = policies.retention;
const PAGE = 100;

const USAGE = `gatewright ledger compact --keep-days N [options]

Makes one entry of kind "balance" of the oldest entries of each account, those from more than N days ago. Balances and the usage
of every day stay as they are; what single tasks and answers cost is no longer listed. Back up first.

  --keep-days N  entries of the last N days stay as they are (1 to ${MOST_DAYS})
  --data DIR     folder of the embedded database (default gatewright-data), also while serve runs
  --config FILE  file of the service, which names its database
  --json         one JSON value instead of text
  --help         this text

Environment: DATABASE_URL=postgres://... works on PostgreSQL instead.
`;

const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['compact', { words: [], run: compact }],
]);

/** Actions of `gatewright ledger`. */
export const ledgerCommand: StoreCommand = {
  name: 'ledger',
  usage: USAGE,
  options: { 'keep-days': { type: 'string' } },
  actions,
};

/** `gatewright ledger`: compacts old ledger entries. Returns the exit code. */
export function runLedger(args: readonly string[]): Promise<number> {
  return runStoreCommand(ledgerCommand, args);
}

async function compact({ store, flags: { 'keep-days': wanted }, now }: ActionContext): Promise<Outcome> {
  const days = typeof wanted === 'string' && /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  if (days < 1 || days > MOST_DAYS)
    return refuse(`Say how many days stay as they are: --keep-days N, from 1 to ${MOST_DAYS}.`);
  const before = now - days * DAY_MS;
  let accounts = 0;
  let summed = 0;
  for await (const id of accountsOf(store)) {
    accounts += 1;
    summed += await compactAccount(store, id, before);
  }
  return {
    kind: 'done',
    text: `${summed} entries fewer, in ${accounts} accounts.\n`,
    data: { accounts, removed: summed },
  };
}

async function* accountsOf(store: DurableStore): AsyncIterable<string> {
  let page = await store.listAccounts('', PAGE);
  while (page.length > 0) {
    yield* page;
    page = await store.listAccounts(page.at(-1) ?? '', PAGE);
  }
}

/** In steps, between which a service on the same database can write. */
async function compactAccount(store: DurableStore, id: string, before: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const step = await store.sumOldEntries(id, { before, most: STEP });
    if (step === 0) return removed;
    removed += step;
    await pause(PAUSE_MS);
  }
}
