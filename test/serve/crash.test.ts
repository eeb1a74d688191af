import { describe, expect, test } from 'vitest';
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { IMAGE_PRICE, readTask } from './client.ts';
import { openReceiver, startLoad } from './load.ts';
import { type Place, runForData, type Service, startService, temporaryFolder } from './service.ts';

interface Owner {
  readonly key: string;
  readonly account: string;
}

interface Entry {
  readonly kind: string;
  readonly reference: string;
  readonly available: string;
  readonly held: string;
  readonly used: string;
  readonly deposited: string;
}

const TIMEOUT_MS = 900_000;
const KILLS = 4;
/** What has to happen between two kills, at least and at most: so a process dies in the middle of it, however fast it is. */
const ACCEPTED_BETWEEN = [20, 60] as const;
const PUSHED_BETWEEN = [5, 60] as const;
const NANO_PER_TASK = toNano(IMAGE_PRICE);

describe.concurrent('kill -9 under load', () => {
  test('loses no task, no money and no callback on SQLite', { timeout: TIMEOUT_MS }, async () => {
    using temporary = temporaryFolder();
    await survive(temporary.place, 1);
  });

  test.skipIf(!hasPostgres)(
    'loses no task, no money and no callback on PostgreSQL, where the other process goes on',
    { timeout: TIMEOUT_MS },
    async () => {
      await survive({ args: [], env: { DATABASE_URL: await createPostgresDatabase() } }, 2);
    },
  );
});

/** Kills one of the processes again and again while clients submit and tasks end, then looks at what is there. */
async function survive(place: Place, processes: number): Promise<void> {
  const credit = ['--credit', '1000'];
  const owner = await runForData<Owner>(place, 'keys', 'create', ...credit);
  await using receiver = await openReceiver();
  await using running = await startProcesses(place, processes);
  const load = startLoad({ origins: running.origins, key: owner.key, webhook: receiver.url });
  try {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await untilMore('tasks accepted', () => load.accepted.length, ACCEPTED_BETWEEN);
      if (kill > 0) await untilMore('callbacks received', () => receiver.pushed.size, PUSHED_BETWEEN);
      await running.replace(Math.floor(Math.random() * processes));
    }
  } finally {
    await load.stop();
  }
  const { accepted, surprises } = load;
  expect(surprises).toEqual([]);
  await receiver.waitFor(accepted);
  for (const id of accepted) {
    const task = await readTask(running.origins()[0] ?? '', owner.key, id);
    expect(task).toMatchObject({ id, status: 'success', cost: Number(IMAGE_PRICE) });
    expect(receiver.pushed.get(id)?.[0]).toEqual(task);
  }
  await Promise.all(running.services.map(stop));
  await checkBooks(place, owner.account, accepted);
}

/** Waits until a count has gone on by some number between the two. */
async function untilMore(
  what: string,
  count: () => number,
  [least, most]: readonly [number, number],
): Promise<void> {
  const wanted = count() + least + Math.floor(Math.random() * (most - least));
  await until(`${wanted} ${what}`, () => count() >= wanted);
}

interface Processes extends AsyncDisposable {
  readonly services: readonly Service[];
  origins(): readonly string[];
  /** Kills a process at once and starts another in its place. */
  replace(index: number): Promise<void>;
}

async function startProcesses(place: Place, count: number): Promise<Processes> {
  const start = () => startService(place, '--allow-private-addresses');
  const services: Service[] = [];
  for (let index = 0; index < count; index += 1) services.push(await start());
  return {
    services,
    origins: () => services.map(({ baseUrl }) => baseUrl),
    async replace(index) {
      await services[index]?.[Symbol.asyncDispose]();
      services[index] = await start();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(services.map((service) => service[Symbol.asyncDispose]()));
    },
  };
}

async function stop({ child, exit }: Service): Promise<void> {
  child.kill('SIGTERM');
  expect(await exit()).toBe(0);
}

/** Every task was held once and settled once, every entry sums to zero, and nothing is held at rest. */
async function checkBooks(place: Place, account: string, accepted: readonly string[]): Promise<void> {
  const entries = await runForData<readonly Entry[]>(
    place,
    'accounts',
    'ledger',
    account,
    '--limit',
    '10000',
  );
  const ids = [...accepted].sort();
  const referencesOf = (wanted: string) =>
    entries
      .filter(({ kind }) => kind === wanted)
      .map(({ reference }) => reference)
      .sort();
  expect(referencesOf('hold')).toEqual(ids);
  expect(referencesOf('settle')).toEqual(ids);
  expect(referencesOf('release')).toEqual([]);
  for (const { available, held, used, deposited } of entries)
    expect(toNano(available) + toNano(held) + toNano(used) + toNano(deposited)).toBe(0n);
  const books = await runForData<Omit<Entry, 'kind'>>(place, 'accounts', 'show', account);
  const charged = NANO_PER_TASK * BigInt(ids.length);
  expect(toNano(books.used)).toBe(charged);
  expect(toNano(books.held)).toBe(0n);
  expect(toNano(books.available)).toBe(toNano('1000') - charged);
}

function toNano(usd: string): bigint {
  const [whole = '0', fraction = ''] = usd.replace('-', '').split('.');
  const nano = BigInt(whole + fraction.padEnd(9, '0'));
  return usd.startsWith('-') ? -nano : nano;
}
