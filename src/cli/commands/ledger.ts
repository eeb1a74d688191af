import { setTimeout as pause } from 'node:timers/promises';
import { policies } from '../../../generated/policies.ts';
import type { DurableStore } from '../../adapters/store/durable-store.ts';
import { plural } from '../../contract/plural.ts';
import { DAY_MS } from '../../gateway/ledger/days.ts';
import { refuse } from '../options/refusal.ts';
import { type ActionContext, type Outcome, type StoreCommand, sharedUsage } from './store-command.ts';

const { most_days: MAX_DAYS, sum_rows: STEP, pause_milliseconds: PAUSE_MS } = policies.retention;
const PAGE = 100;

const USAGE = `gatewright ledger compact --keep-days N [options]

Replaces the entries of each account that are more than N days old with one entry of kind "balance". Balances and the
usage of every day do not change, but the costs of individual old tasks and answers can no longer be listed. Back up first.

  gatewright ledger compact --keep-days 400

  --keep-days N  keep the entries of the last N days (1 to ${MAX_DAYS})
${sharedUsage(15)}`;

/** `gatewright ledger`: compacts old ledger entries. */
export const ledgerCommand: StoreCommand = {
  name: 'ledger',
  usage: USAGE,
  options: { 'keep-days': { type: 'string' } },
  actions: { compact: { words: [], options: ['keep-days'], run: compact } },
};

async function compact({ store, flags: { 'keep-days': wanted }, now }: ActionContext): Promise<Outcome> {
  const days = typeof wanted === 'string' && /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  if (days < 1 || days > MAX_DAYS)
    refuse(`Specify the number of days to keep: --keep-days N, from 1 to ${MAX_DAYS}.`);
  const before = now - days * DAY_MS;
  const giveWay = createGiveWay();
  let accounts = 0;
  let summed = 0;
  for await (const id of accountsOf(store)) {
    accounts += 1;
    let step: number;
    do {
      step = await store.sumOldEntries(id, { before, most: STEP });
      summed += step;
      await giveWay(step + 1);
    } while (step > 0);
  }
  return {
    text: `Removed ${plural(summed, 'entry', 'entries')} from ${plural(accounts, 'account')}.\n`,
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

/** Pauses after every so many rows, so that a service on the same database can write. */
function createGiveWay(): (rows: number) => Promise<void> {
  let since = 0;
  return async (rows) => {
    since += rows;
    if (since < STEP) return;
    since = 0;
    await pause(PAUSE_MS);
  };
}
