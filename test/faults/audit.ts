import { setTimeout as pause } from 'node:timers/promises';
import { parseUsd } from '../../src/contract/money.ts';
import { call, IMAGE_PRICE, type TaskAnswer } from '../serve/client.ts';
import type { Receiver } from '../serve/receiver.ts';
import { type Place, runForData } from '../serve/service.ts';
import { DEPOSIT_USD, type Site } from './site.ts';

/** What an audit counts. All are zero if nothing went wrong. */
export interface Findings {
  /** Accepted tasks that are missing, did not succeed, or were not charged. */
  readonly lost: number;
  /** Tasks or charges beyond one per idempotency key. */
  readonly doubled: number;
  /** Accepted tasks whose callback never arrived, or differed from the polled record. */
  readonly callbacksMissing: number;
  /** Callbacks that arrived more than once, which section 6 allows in rare cases. */
  readonly callbacksRepeated: number;
  /** What does not add up in the books, in words. */
  readonly bookErrors: readonly string[];
}

interface Entry {
  readonly kind: string;
  readonly reference: string;
  readonly available: string;
  readonly held: string;
  readonly used: string;
  readonly deposited: string;
}

/** Everything has to end within this time: a task takes 8 s, the last retry of a callback comes after 100 s. */
const SETTLE_MS = 180_000;

/** Waits until every accepted task has ended and its callback was delivered, stops the service, and reads its ledger. */
export async function audit(site: Site, accepted: readonly string[], receiver: Receiver): Promise<Findings> {
  const tasks = await settledTasks(site, accepted);
  await allPushed(receiver, accepted);
  await site.stop();
  const lost = accepted.filter((id) => tasks.get(id)?.status !== 'success').length;
  const told = (id: string) => JSON.stringify(receiver.pushed.get(id)?.[0]);
  const missing = accepted.filter((id) => told(id) !== JSON.stringify(tasks.get(id))).length;
  const repeated = accepted.filter((id) => (receiver.pushed.get(id)?.length ?? 0) > 1).length;
  const books = await readBooks(site.place, site.account, accepted);
  return {
    lost: Math.max(lost, books.unsettled),
    doubled: books.doubled,
    callbacksMissing: missing,
    callbacksRepeated: repeated,
    bookErrors: books.errors,
  };
}

async function settledTasks(
  site: Site,
  accepted: readonly string[],
): Promise<ReadonlyMap<string, TaskAnswer>> {
  const end = performance.now() + SETTLE_MS;
  const tasks = new Map<string, TaskAnswer>();
  let open = accepted;
  while (open.length > 0 && performance.now() < end) {
    for (const id of open) {
      const task = await readTask(site, id);
      if (task && ['success', 'failed', 'cancelled'].includes(task.status)) tasks.set(id, task);
    }
    open = open.filter((id) => !tasks.has(id));
    if (open.length > 0) await pause(500);
  }
  return tasks;
}

async function readTask({ origins, key }: Site, id: string): Promise<TaskAnswer | undefined> {
  const answer = await call(`${origins()[0]}/v1/tasks/${id}`, { key });
  if (answer.status === 200) return (await answer.json()) as TaskAnswer;
  await answer.body?.cancel();
  return undefined;
}

async function allPushed({ pushed }: Receiver, accepted: readonly string[]): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  while (performance.now() < end && accepted.some((id) => !pushed.has(id))) await pause(200);
}

async function readBooks(place: Place, account: string, accepted: readonly string[]) {
  const entries = await runForData<readonly Entry[]>(
    place,
    'accounts',
    'ledger',
    account,
    '--limit',
    '10000',
  );
  const held = referencesOf(entries, 'hold');
  const settled = referencesOf(entries, 'settle');
  const known = new Set(accepted);
  const unknown = held.filter((id) => !known.has(id)).length;
  const repeated = held.length - new Set(held).size + (settled.length - new Set(settled).size);
  const books = await runForData<Pick<Entry, 'available' | 'held' | 'used'>>(
    place,
    'accounts',
    'show',
    account,
  );
  const charged = parseUsd(IMAGE_PRICE) * BigInt(accepted.length);
  const errors = [
    ...entries
      .filter((entry) => sumOf(entry) !== 0n)
      .map(({ reference }) => `the entry of ${reference} is not zero`),
    ...differences(books, { used: charged, held: 0n, available: parseUsd(DEPOSIT_USD) - charged }),
  ];
  const unsettled = accepted.filter((id) => !settled.includes(id)).length;
  return { unsettled, doubled: unknown + repeated, errors };
}

function referencesOf(entries: readonly Entry[], kind: string): readonly string[] {
  return entries.filter((entry) => entry.kind === kind).map(({ reference }) => reference);
}

function sumOf({ available, held, used, deposited }: Entry): bigint {
  return [available, held, used, deposited].reduce((sum, amount) => sum + parseUsd(amount), 0n);
}

function differences(
  books: Readonly<Record<'available' | 'held' | 'used', string>>,
  wanted: Readonly<Record<'available' | 'held' | 'used', bigint>>,
): readonly string[] {
  return (['available', 'held', 'used'] as const).flatMap((name) =>
    parseUsd(books[name]) === wanted[name] ? [] : [`${name} is ${books[name]}`],
  );
}
