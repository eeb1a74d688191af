import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { at } from '../support/open-wire.ts';
import { createPostgresDatabase, hasPostgres, query } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { type Place, runForData } from './service.ts';

const WAITING = `select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

interface CreatedKey {
  readonly id: string;
  readonly webhook_secret: string;
}

describe.skipIf(!hasPostgres)('commands of two operators at the same time', () => {
  test('a key that is revoked stays revoked while its limit and its quota change', async () => {
    const place = await openPlace();
    const { id } = await runForData<CreatedKey>(place, 'keys', 'create', '--account', 'acme');
    await atOnce(place, [
      ['keys', 'revoke', id],
      ['keys', 'limit', id, '5/60'],
      ['keys', 'quota', id, '7'],
    ]);
    expect(await runForData(place, 'keys', 'list')).toMatchObject([
      { revoked: true, limit: '5/60', quota: '7' },
    ]);
  });

  test('a group gets the ratio of one and the models of the other', async () => {
    const place = await openPlace();
    await atOnce(place, [
      ['groups', 'set', 'partners', '--ratio', '0.8'],
      ['groups', 'set', 'partners', '--models', 'vxq3'],
    ]);
    expect(await runForData(place, 'groups', 'list')).toContainEqual({
      group: 'partners',
      ratio: '0.8',
      models: ['vxq3'],
    });
  });

  test('the first keys of an account are printed with the same secret, which signs', async () => {
    const place = await openPlace();
    const create = ['keys', 'create', '--account', 'acme'] as const;
    const [first, second] = (await atOnce(place, [create, create])) as readonly CreatedKey[];
    expect(first?.webhook_secret).toBe(second?.webhook_secret);
    expect(await runForData(place, 'accounts', 'secret', 'acme')).toEqual({
      account: 'acme',
      secrets: [first?.webhook_secret],
    });
  });
});

async function openPlace(): Promise<Place> {
  const place = { args: [], env: { DATABASE_URL: await createPostgresDatabase() } };
  await runForData(place, 'groups', 'set', 'others');
  return place;
}

/** Runs commands that read at the same time, and then write: none can write before all of them have begun. */
async function atOnce(
  place: Place,
  commands: readonly (readonly ['keys' | 'groups', ...(readonly string[])])[],
): Promise<readonly unknown[]> {
  const connectionString = place.env.DATABASE_URL ?? '';
  const other = new Client({ connectionString });
  onTestFinished(() => other.end());
  await other.connect();
  await other.query('begin; lock table api_keys, key_groups, webhook_secrets in share mode');
  const running = commands.map((command) => runForData(place, ...command));
  const countWaiting = async () => at(await query(connectionString, WAITING), 0, 'waiting');
  await until('all of them wait', async () => (await countWaiting()) === commands.length);
  await other.query('commit');
  return Promise.all(running);
}
