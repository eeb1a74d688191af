import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createPostgresDatabase, hasPostgres, query } from '../support/postgres.ts';
import { programOf } from '../support/postgres-cluster.ts';
import { until } from '../support/until.ts';
import { readTask, submitImage } from './client.ts';
import { type Place, runForData, startService, temporaryFolder } from './service.ts';

const run = promisify(execFile);
const CLIENTS = 3;

const BOOKS = `select (select count(*) from tasks) as tasks,
  (select count(*) from tasks) * 30000000 as cost,
  (select count(*) from holds) as holds,
  (select sum(available) from accounts) as available, (select sum(available) from ledger_entries) as entered,
  (select sum(held) from accounts) as held, (select sum(amount) from holds) as amounts,
  (select sum(used) from accounts) as used, (select sum(used) from ledger_entries) as charged,
  (select -sum(deposited) from ledger_entries) as deposited`;

async function readBooks(connectionString: string): Promise<Readonly<Record<string, string>>> {
  const [books] = await query(connectionString, BOOKS);
  return books as Record<string, string>; // sums and counts arrive as text
}

test.skipIf(!hasPostgres)(
  'a dump made by pg_dump under load is a backup: tasks end on the restored database',
  async () => {
    using temporary = temporaryFolder();
    const [live, restored] = [await createPostgresDatabase(), await createPostgresDatabase()];
    const place: Place = { args: [], env: { DATABASE_URL: live } };
    const { key } = await runForData<{ key: string }>(place, 'keys', 'create', '--credit', '5000');
    const file = join(temporary.folder, 'backup.dump');
    const acknowledged: string[] = [];
    let before: readonly string[] = [];
    {
      await using service = await startService(place);
      for (let count = 0; count < 5; count += 1) acknowledged.push(await submitImage(service.baseUrl, key));
      let isOver = false;
      const load = Array.from({ length: CLIENTS }, async () => {
        while (!isOver) acknowledged.push(await submitImage(service.baseUrl, key));
      });
      before = [...acknowledged];
      await run(programOf('pg_dump'), ['--format=custom', '--file', file, live]);
      isOver = true;
      await Promise.all(load);
    }
    expect(acknowledged.length).toBeGreaterThan(before.length);
    await run(programOf('pg_restore'), ['--dbname', restored, file]);
    const copied = await readBooks(restored);
    expect(Number(copied.tasks)).toBeGreaterThanOrEqual(before.length);
    expect(Number(copied.tasks)).toBeLessThanOrEqual(acknowledged.length);
    expect(copied).toMatchObject({ entered: copied.available, amounts: copied.held, charged: copied.used });
    await using service = await startService({ args: [], env: { DATABASE_URL: restored } });
    for (const id of before) {
      await until(`task ${id} ends on the copy`, async () => {
        const { status } = await readTask(service.baseUrl, key, id);
        return status === 'success';
      });
    }
    await until('all tasks of the copy end', async () => (await readBooks(restored)).holds === '0');
    const { available, entered, held, used, charged, cost, deposited } = await readBooks(restored);
    expect([held, used, charged]).toEqual(['0', cost, cost]);
    expect([entered, deposited]).toEqual([available, '5000000000000']);
    await submitImage(service.baseUrl, key);
  },
);
