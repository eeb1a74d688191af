import { Kysely, SqliteDialect } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate, sqliteDialect } from '../../../src/adapters/store/migrations/migrations.ts';
import { createCachedPrefixOperations } from '../../../src/adapters/store/sql/cached-prefixes.ts';
import type { Tables } from '../../../src/adapters/store/sql/tables.ts';
import { openSqliteDatabase } from '../../../src/adapters/store/sqlite/sqlite-database.ts';
import { temporaryFolder } from '../../support/open-store.ts';

async function openMarks() {
  const database = openSqliteDatabase(temporaryFolder(), { lockTimeoutMs: 1000 });
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database }) });
  onTestFinished(() => db.destroy());
  await migrate(db, sqliteDialect);
  const rows = async () => (await db.selectFrom('prompt_marks').select('digest').execute()).length;
  return { ...createCachedPrefixOperations(db), rows };
}

test('deletes expired markers, at most once a minute', async () => {
  const marks = await openMarks();
  await marks.saveCachedPrefixes(['a', 'b'], { now: 0, expiresAt: 30_000 });
  await marks.saveCachedPrefixes(['c'], { now: 59_999, expiresAt: 90_000 });
  expect(await marks.rows()).toBe(3);
  await marks.saveCachedPrefixes(['d'], { now: 60_000, expiresAt: 90_000 });
  expect(await marks.rows()).toBe(2);
  expect(await marks.findCachedPrefixes(['a', 'c', 'd'], 60_000)).toEqual(new Set(['c', 'd']));
});
