import { expect, test } from 'vitest';
import { type OpenStore, storeSeed } from './samples.ts';

/** Keys and accounts as an operator keeps them. */
export function describeAccounts(open: OpenStore): void {
  test('finds keys by digest', async () => {
    const { store } = await open(storeSeed);
    expect(await store.findKey('d1')).toEqual(storeSeed.keys[0]);
    expect(await store.findKey('d2')).toEqual(storeSeed.keys[1]);
    expect(await store.findKey('d9')).toBeUndefined();
    expect(await store.findKey('__proto__')).toBeUndefined();
  });

  test('finds the current state of keys, many at once', async () => {
    const { store } = await open(storeSeed);
    const [first] = storeSeed.keys;
    if (!first) throw new RangeError('The seed has no key.');
    const before = ['d1', 'd9', 'd3', 'd1'].map(async (digest) => store.findKey(digest));
    expect((await Promise.all(before)).map((key) => key?.accountId)).toEqual([
      'alpha',
      undefined,
      'beta',
      'alpha',
    ]);
    await store.saveKey({ ...first, isRevoked: true });
    expect(await store.findKey('d1')).toMatchObject({ isRevoked: true });
  });

  test('lists keys in the order of their creation, revoked ones too', async () => {
    const { store } = await open(storeSeed);
    await store.saveKey({ ...storeSeed.keys[1], isRevoked: true } as (typeof storeSeed.keys)[0]);
    expect((await store.listKeys()).map(({ digest, isRevoked = false }) => [digest, isRevoked])).toEqual([
      ['d1', false],
      ['d2', true],
      ['d3', false],
    ]);
  });

  test('replaces a key, and drops members it no longer has', async () => {
    const { store } = await open(storeSeed);
    const key = { digest: 'd2', accountId: 'beta', models: [], group: 'default', groupRatio: '1' };
    await store.saveKey(key);
    expect(await store.findKey('d2')).toEqual(key);
  });

  test('creates the account of a new key, and does not change an existing one', async () => {
    const { store } = await open(storeSeed);
    const key = { models: undefined, group: 'default', groupRatio: '1' };
    await store.saveKey({ ...key, digest: 'd4', accountId: 'gamma' });
    await store.saveKey({ ...key, digest: 'd5', accountId: 'alpha' });
    expect(await store.findAccount('gamma')).toEqual({ id: 'gamma', available: 0n, held: 0n, used: 0n });
    expect(await store.findAccount('alpha')).toMatchObject({ available: 10_000_000_000n });
  });

  test('keeps the webhook secrets of an account, newest first', async () => {
    const { store } = await open(storeSeed);
    expect(await store.findWebhookSecrets('alpha')).toEqual([]);
    await store.saveWebhookSecrets('alpha', ['whsec_new', 'whsec_old']);
    expect(await store.findWebhookSecrets('alpha')).toEqual(['whsec_new', 'whsec_old']);
    await store.saveWebhookSecrets('alpha', ['whsec_new']);
    expect(await store.findWebhookSecrets('alpha')).toEqual(['whsec_new']);
    expect(await store.findWebhookSecrets('beta')).toEqual([]);
  });
}
