import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabaseProxy } from '../support/database-proxy.ts';
import { createPostgresDatabase, hasPostgres, query } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { call, imageBody, readTask, submitImage } from './client.ts';
import { openReceiver } from './receiver.ts';
import { type Place, runForData, type Service, startService } from './service.ts';

interface CreatedKey {
  readonly key: string;
  readonly account: string;
}

const placeOf = (url: string): Place => ({ args: [], env: { DATABASE_URL: url } });

/** A key with funds and a rate limit, so that every pool of the service is used. */
function createKey(url: string): Promise<CreatedKey> {
  return runForData(placeOf(url), 'keys', 'create', '--credit', '1000', '--limit', '1000000/60');
}

/** Repeats the request while the response asks to retry later; any other response except 200 is a failure. */
function untilAnswered(what: string, ask: () => Promise<Response>): Promise<Response> {
  return until(what, async () => {
    const answer = await ask();
    if (answer.status === 200) return answer;
    const text = await answer.text();
    const isTold = [409, 503].includes(answer.status) && answer.headers.has('retry-after');
    if (!isTold) throw new Error(`${answer.status} ${text}`);
    return undefined;
  });
}

async function submit({ baseUrl }: Service, key: string, name: string): Promise<string> {
  const options = { key, body: imageBody, headers: { 'idempotency-key': name } };
  const answer = await untilAnswered(`the submit ${name} is accepted`, () =>
    call(`${baseUrl}/v1/images/generations`, options),
  );
  const { data } = (await answer.json()) as { data: [{ task_id: string }] }; // section 2.3
  return data[0].task_id;
}

const ROUNDS = 20;
const CUT_ALL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`;

describe.skipIf(!hasPostgres)('PostgreSQL that goes away', () => {
  test('broken connections never end the process, and nothing is lost or duplicated', async () => {
    const url = await createPostgresDatabase();
    const { key, account } = await createKey(url);
    await using service = await startService(placeOf(url));
    const tasks: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const submits = Array.from({ length: 8 }, (_, index) => submit(service, key, `${round}-${index}`));
      const polls = tasks
        .slice(-8)
        .map((id) =>
          untilAnswered('the task is told', () => call(`${service.baseUrl}/v1/tasks/${id}`, { key })),
        );
      await query(url, CUT_ALL);
      tasks.push(...(await Promise.all(submits)));
      await Promise.all(polls);
    }
    expect(service.child.exitCode).toBeNull();
    const ledger = await runForData<readonly { readonly kind: string; readonly reference: string }[]>(
      placeOf(url),
      ...(['accounts', 'ledger', account, '--limit', '10000'] as const),
    );
    const holds = ledger.filter(({ kind }) => kind === 'hold').map(({ reference }) => reference);
    expect(holds.sort()).toEqual(tasks.sort());
  });

  test('is not ready while a table that its work needs is locked', async () => {
    const url = await createPostgresDatabase();
    await using service = await startService(placeOf(url));
    const readiness = async () => (await fetch(`${service.baseUrl}/readyz`)).status;
    expect(await readiness()).toBe(200);
    const other = new Client({ connectionString: url });
    onTestFinished(() => other.end());
    await other.connect();
    for (const table of ['holds', 'deliveries']) {
      await other.query(`begin; lock table ${table} in share mode`);
      await until('it is not ready', async () => (await readiness()) === 503);
      await other.query('rollback');
      await until('it is ready again', async () => (await readiness()) === 200);
    }
  });

  test('work that becomes due while it is away is done when it is back', async () => {
    const url = await createPostgresDatabase();
    const { key } = await createKey(url);
    const proxy = await openDatabaseProxy(url);
    await using receiver = await openReceiver();
    await using service = await startService(placeOf(proxy.connectionString), '--allow-private-addresses');
    const { baseUrl } = service;
    const id = await submitImage(baseUrl, key, { webhook: receiver.url });
    await proxy.refuse();
    const asked = ['/v1/models', '/v1/user/balance', `/v1/tasks/${id}`, `/files/${id}/0.png`, '/readyz'];
    const statusOf = async (path: string) => (await call(`${baseUrl}${path}`, { key })).status;
    expect(await Promise.all(asked.map(statusOf))).toEqual([503, 503, 503, 503, 503]);
    expect(await statusOf('/healthz')).toBe(200);
    await proxy.forward();
    await receiver.waitFor([id]);
    expect(await readTask(baseUrl, key, id)).toMatchObject({ id, status: 'success' });
    await until('it is ready again', async () => (await statusOf('/readyz')) === 200);
  });

  test('a network that drops everything is answered with 503 as well', async () => {
    const url = await createPostgresDatabase();
    const { key } = await createKey(url);
    const proxy = await openDatabaseProxy(url);
    await using service = await startService(placeOf(proxy.connectionString));
    const first = await submit(service, key, 'before');
    proxy.stall();
    const answers = await Promise.all([
      call(`${service.baseUrl}/v1/images/generations`, { key, body: imageBody }),
      ...Array.from({ length: 100 }, () => call(`${service.baseUrl}/v1/models`, { key })),
      call(`${service.baseUrl}/readyz`, { key }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    await proxy.forward();
    expect(await submit(service, key, 'before')).toBe(first);
    expect(await submit(service, key, 'after')).not.toBe(first);
  });
});
