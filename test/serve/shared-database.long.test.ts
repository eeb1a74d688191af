import { expect, test } from 'vitest';
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts';
import { call, readTask, submitImage } from './client.ts';
import { type Place, runCommand, runForData, startService } from './service.ts';

interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly account: string;
}

const postgresTest = test.skipIf(!hasPostgres);

postgresTest(
  'shares keys, money, limits and tasks between processes, while commands work on them',
  async () => {
    const place: Place = { args: [], env: { DATABASE_URL: await createPostgresDatabase() } };
    await using first = await startService(place);
    await using second = await startService(place);
    expect(first.output()).toContain('"database":"postgres"');
    const { key, id, account } = await runForData<CreatedKey>(place, 'keys', 'create');
    await runForData(place, 'accounts', 'credit', account, '1');
    const task = await submitImage(first.baseUrl, key);
    expect((await readTask(second.baseUrl, key, task)).id).toBe(task);
    const money = { available: '0.97', held: '0.03', used: '0' };
    expect(await runForData(place, 'accounts', 'show', account)).toEqual({ account, ...money });
    await runForData(place, 'keys', 'limit', id, '1/1000000');
    const statuses = [];
    for (const { baseUrl } of [first, second])
      statuses.push((await call(`${baseUrl}/v1/models`, { key })).status);
    expect(statuses).toEqual([200, 429]);
    await runForData(place, 'keys', 'revoke', id);
    expect((await call(`${second.baseUrl}/v1/models`, { key })).status).toBe(401);
    for (const { child, exit } of [first, second]) {
      child.kill('SIGTERM');
      expect(await exit()).toBe(0);
    }
  },
);

test('reports a database that does not answer, without its password', async () => {
  const url = 'postgres://user:hunter2@localhost:1/none';
  const place: Place = { args: [], env: { DATABASE_URL: url } };
  const refused = await Promise.all([
    runCommand(place, 'serve', '--port', '0'),
    runCommand(place, 'keys', 'list'),
  ]);
  for (const { code, out, err } of refused) {
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('ECONNREFUSED');
    expect(err).not.toContain('hunter2');
  }
});
