import { describe, expect, test } from 'vitest';
import { nodeDigest } from '../../../src/adapters/platform/node-digest.ts';
import type { WholeStore } from '../../../src/adapters/store/whole-store.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { openMemory, openPostgresStores, openSqlite } from '../../support/open-store.ts';
import { at } from '../../support/open-wire.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { type StoreSeed, USD } from '../../support/store-contract/samples.ts';
import { fetchShell, openText, user } from './open-text.ts';
import { say, scriptedEngine, stop } from './scripted-engine.ts';

const seed: StoreSeed = {
  keys: ['alpha', 'beta'].map((accountId) => ({
    digest: nodeDigest.sha256(`sk-${accountId}`),
    accountId,
    models: undefined,
    group: 'default',
    groupRatio: '1',
  })),
  deposits: { alpha: 10n * USD, beta: 10n * USD },
  idempotencySeconds: 100,
};
/** 2000 tokens to be cached, and one that is not. */
const marked = { type: 'text', text: ' a'.repeat(2000), cache_control: { type: 'ephemeral' } };
const messages = [{ role: 'system', content: [marked] }, user(' b')];
const created = { cached_tokens: 0, cache_creation_input_tokens: 2000, cache_type: 'ephemeral' };
const hit = { cached_tokens: 2000, cache_type: 'ephemeral' };

/** Two gateways at the same time, each with one store of the pair. */
async function openPair(stores: readonly WholeStore[]) {
  const clock = createManualClock({ startAt: Date.UTC(2026, 0, 1) });
  const textEngine = scriptedEngine([say('A', 1), stop]);
  const [here, there] = stores;
  if (!here || !there) throw new Error('There are two');
  const open = (store: WholeStore) => openText(fetchShell, { ports: { clock, store, textEngine } });
  return { clock, pair: [await open(here), await open(there)] as const };
}

async function twice(opening: Promise<{ readonly store: WholeStore }>): Promise<readonly WholeStore[]> {
  const { store } = await opening;
  return [store, store];
}

const kinds = [
  { kind: 'one memory', open: () => twice(openMemory(seed)), isHere: true },
  { kind: 'one SQLite database', open: () => twice(openSqlite(seed)), isHere: true },
  {
    kind: 'one PostgreSQL database',
    open: async () => (await openPostgresStores(2, seed)).map(({ store }) => store),
    isHere: hasPostgres,
  },
];

describe.each(kinds)('two gateways over $kind', ({ open, isHere }) => {
  test.skipIf(!isHere)('share an explicit cache for five minutes from its creation', async () => {
    const { clock, pair } = await openPair(await open());
    await using first = pair[0];
    await using second = pair[1];
    const ask = async (gateway: typeof first, key = 'sk-alpha') =>
      at((await gateway.chat({ stream: false, messages }, { key })).body, 'usage', 'prompt_tokens_details');
    expect(await ask(first)).toEqual(created);
    expect(await ask(second)).toEqual(hit);
    // 2000 created at 1.5, then 2000 hit at 0.12; twice 1 at 1.2 and 1 of output at 6.
    expect(await first.store.findAccount('alpha')).toMatchObject({ used: 3_007_200n + 247_200n });
    expect(await ask(second, 'sk-beta')).toEqual(created);
    clock.advance(299_999);
    expect(await ask(second)).toEqual(hit);
    clock.advance(1);
    expect(await ask(second)).toEqual(created);
    expect(await ask(first)).toEqual(hit);
  });
});

test('an answer whose cache could not be stored costs nothing', async () => {
  const { store } = await openMemory(seed);
  const broken = { ...store, saveCachedPrefixes: () => Promise.reject(new Error('no database')) };
  const textEngine = scriptedEngine([say('A', 1), stop]);
  await using text = await openText(fetchShell, { ports: { store: broken, textEngine } });
  expect((await text.chat({ stream: false, messages })).status).toBe(500);
  expect(text.faults.splice(0)).toEqual([new Error('no database')]);
  expect(await store.findAccount('alpha')).toMatchObject({ used: 0n, held: 0n });
});
