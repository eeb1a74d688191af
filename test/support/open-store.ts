import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DurableStore } from '../../src/adapters/store/durable-store.ts';
import { createMemoryStore } from '../../src/adapters/store/memory/memory-store.ts';
import { openPostgresStore } from '../../src/adapters/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts';
import type { WholeStore } from '../../src/adapters/store/whole-store.ts';
import { createPostgresDatabase, query } from './postgres.ts';
import type { OpenedStore, StoreSeed } from './store-contract/samples.ts';

/** A memory store with a seed. */
export async function openMemory(seed: StoreSeed): Promise<OpenedStore> {
  const jobs: OpenedStore['jobs'][number][] = [];
  const schedule = (job: (typeof jobs)[number]['job'], dueAt: number) => void jobs.push({ job, dueAt });
  return { jobs, store: createMemoryStore({ ...seed, keepFinished: 1_000_000, schedule }) };
}

/** A store in its own folder, removed when the test is over. */
export async function openSqlite(seed: StoreSeed): Promise<OpenedStore & { readonly store: DurableStore }> {
  const folder = temporaryFolder();
  const jobs: OpenedStore['jobs'][number][] = [];
  const store = await openSqliteStore({
    folder,
    idempotencySeconds: seed.idempotencySeconds,
    schedule: (job, dueAt) => void jobs.push({ job, dueAt }),
  });
  onTestFinished(() => store.close());
  await sow(store, seed);
  return { store, jobs };
}

let emptied: Promise<string> | undefined;

/** A store in a PostgreSQL database that is emptied first, closed when the test is over. */
export async function openPostgres(seed: StoreSeed): Promise<OpenedStore & { readonly store: DurableStore }> {
  emptied ??= createPostgresDatabase();
  const connectionString = await emptied;
  const opened = await openOnPostgres(connectionString, seed);
  await empty(connectionString);
  await sow(opened.store, seed);
  return opened;
}

/** Deleting from small tables is much faster than truncating them. */
async function empty(connectionString: string): Promise<void> {
  const tables =
    "select format('delete from %I', tablename) as text from pg_tables where schemaname = 'public'";
  const rows = await query(connectionString, `${tables} and tablename not like 'gatewright_%'`);
  const deletes = rows.map((row) => (row as { text: string }).text); // as selected
  await query(connectionString, ['set session_replication_role = replica', ...deletes].join(';'));
}

/** Several stores on one new PostgreSQL database, as several processes have them. */
export async function openPostgresStores(
  count: number,
  seed: StoreSeed,
): Promise<readonly (OpenedStore & { readonly store: DurableStore })[]> {
  const connectionString = await createPostgresDatabase();
  const opened = await Promise.all(
    Array.from({ length: count }, () => openOnPostgres(connectionString, seed)),
  );
  if (opened[0]) await sow(opened[0].store, seed);
  return opened;
}

async function openOnPostgres(connectionString: string, { idempotencySeconds }: StoreSeed) {
  const jobs: OpenedStore['jobs'][number][] = [];
  const store = await openPostgresStore({
    connectionString,
    poolSize: 4,
    idempotencySeconds,
    schedule: (job, dueAt) => void jobs.push({ job, dueAt }),
  });
  onTestFinished(() => store.close());
  return { store, jobs };
}

/** A folder that is removed when the test is over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatewright-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function sow(store: WholeStore, { keys, deposits }: StoreSeed): Promise<void> {
  for (const key of keys) await store.saveKey(key);
  for (const [id, amount] of Object.entries(deposits)) if (amount > 0n) await store.deposit(id, amount, 0);
}
