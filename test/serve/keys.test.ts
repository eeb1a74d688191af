import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openSqliteStore } from '../../src/adapters/store/sqlite/sqlite-store.ts';
import { answerCommand, runCommand, runForData, temporaryFolder } from './service.ts';

interface CreatedKey {
  readonly id: string;
  readonly key: string;
  readonly account: string;
  readonly webhook_secret: string;
}

test('prints a key once, and stores only its digest and first characters', async () => {
  using temporary = temporaryFolder();
  const { code, out } = await runCommand(temporary.place, 'keys', 'create', '--account', 'acme');
  expect(code).toBe(0);
  const [key = ''] = /sk-[\w-]{43}/.exec(out) ?? [];
  expect(Buffer.from(key.slice(3), 'base64url')).toHaveLength(32);
  const listed = await runCommand(temporary.place, 'keys', 'list');
  expect(listed.out).toContain(key.slice(0, 8));
  expect(listed.out).not.toContain(key.slice(0, 9));
  const [header = '', row = ''] = listed.out.split('\n');
  expect(row.slice(header.indexOf('ACCOUNT')).startsWith('acme')).toBe(true);
});

test('leaves the database closed, in one file beside its lock', async () => {
  using temporary = temporaryFolder();
  const { id } = await runForData<CreatedKey>(temporary.place, 'keys', 'create');
  expect(id).toMatch(/^[\da-f]{12}$/);
  expect((await answerCommand(temporary.place, 'keys', 'revoke', 'abcdabcd')).code).toBe(2);
  expect(readdirSync(temporary.folder)).toEqual(['gatewright.db', 'gatewright.lock']);
});

test('lists what a key may do, changes its limit and revokes it', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const options = ['--models', 'vxq3, house', '--group', 'vip', '--group-ratio', '0.8', '--limit', '5/10'];
  const created = await runForData<CreatedKey>(place, 'keys', 'create', ...options);
  expect(created).toMatchObject({
    models: ['vxq3', 'house'],
    group: 'vip',
    group_ratio: '0.8',
    limit: '5/10',
  });
  expect(created.webhook_secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(await runForData(place, 'keys', 'limit', created.id, 'none')).toMatchObject({ limit: null });
  expect(await runForData(place, 'keys', 'limit', created.id, '7/60')).toMatchObject({ limit: '7/60' });
  await runForData(place, 'keys', 'revoke', created.key);
  const keys = await runForData<readonly object[]>(place, 'keys', 'list');
  expect(keys).toMatchObject([{ id: created.id, models: ['vxq3', 'house'], limit: '7/60', revoked: true }]);
  expect(JSON.stringify(keys)).not.toContain(created.key);
  expect((await answerCommand(place, 'keys', 'list')).out).toMatch(/ 7\/60 +revoked\n$/);
});

test('says which key is missing for secrets that are encrypted', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const sealed = { ...place, env: { ENCRYPTION_KEYS: 'ab'.repeat(32) } };
  const { account } = await runForData<CreatedKey>(sealed, 'keys', 'create');
  expect((await answerCommand(sealed, 'accounts', 'secret', account)).out).toMatch(/^whsec_/);
  const { code, err } = await answerCommand(place, 'accounts', 'secret', account);
  expect(code).toBe(2);
  expect(err).toMatch(
    /encrypted with the key [\da-f]{12}, which is not in ENCRYPTION_KEYS: add it there\.\n$/,
  );
});

test('credits an account, withdraws what is available, and shows both', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  await runForData(place, 'keys', 'create', '--account', 'acme', '--credit', '1.5');
  const credited = { account: 'acme', available: '11.500000001', held: '0', used: '0' };
  expect(await runForData(place, 'accounts', 'credit', 'acme', '10.000000001')).toEqual(credited);
  const options = { ...place, args: [...place.args, '--', '-1.5'] };
  expect((await answerCommand(options, 'accounts', 'credit', 'acme')).code).toBe(0);
  const tooMuch = { ...place, args: [...place.args, '--', '-10.5'] };
  expect(await answerCommand(tooMuch, 'accounts', 'credit', 'acme')).toEqual({
    code: 2,
    out: '',
    err: 'acme has only 10.000000001 USD available; 10.5 USD cannot be withdrawn.\n',
  });
  const ledger = await runForData<readonly object[]>(place, 'accounts', 'ledger', 'acme');
  expect(ledger).toMatchObject([
    { kind: 'deposit', available: '-1.5', deposited: '1.5' },
    { kind: 'deposit', available: '10.000000001' },
    { kind: 'deposit', available: '1.5' },
  ]);
  const shown = await answerCommand(place, 'accounts', 'show', 'acme');
  expect(shown.out).toMatch(/^ACCOUNT +AVAILABLE USD +HELD USD +USED USD\nacme +10\.000000001 +0 +0\n$/);
});

test('rotates the secret of an account and keeps the previous one', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { account, webhook_secret: first } = await runForData<CreatedKey>(place, 'keys', 'create');
  const rotate = () =>
    runForData<{ secrets: readonly string[] }>(place, 'accounts', 'secret', account, '--rotate');
  const { secrets: both } = await rotate();
  expect(both).toEqual([expect.stringMatching(/^whsec_/), first]);
  const { secrets: last } = await rotate();
  expect(last).toEqual([expect.stringMatching(/^whsec_/), both[0]]);
  expect(await runForData(place, 'accounts', 'secret', account)).toMatchObject({ secrets: last });
});

test('refuses unknown input with a message and exit code 2', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const refusals = await Promise.all([
    answerCommand(place, 'keys'),
    answerCommand(place, 'keys', 'burn'),
    answerCommand(place, 'keys', 'revoke'),
    answerCommand(place, 'keys', 'create', '--limit', '5'),
    answerCommand(place, 'keys', 'create', '--account', 'a b'),
    answerCommand(place, 'keys', 'create', '--group-ratio', '0'),
    answerCommand(place, 'keys', 'create', '--models', ''),
    answerCommand(place, 'keys', 'create', '--colour', 'red'),
    runCommand(place, 'accounts', 'credit', 'acme', 'much'),
  ]);
  for (const { code, out, err } of refusals) {
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toMatch(/^\s+at /m);
    expect(err.length).toBeGreaterThan(10);
  }
});

test.each([
  ['9223372036', 'must be at most 999999999.999999999 US dollars'],
  ['1000000000', 'must be at most 999999999.999999999 US dollars'],
  ['0.0000000001', 'must have at most nine decimal places'],
  ['much', 'must be a number of US dollars, such as 25.50'],
])('says what is wrong with an amount of %s and what is allowed', async (amount, fault) => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  await runForData(place, 'keys', 'create', '--account', 'acme');
  const credited = await answerCommand(place, 'accounts', 'credit', 'acme', amount);
  expect(credited).toEqual({ code: 2, out: '', err: `The amount ${fault}; got ${amount}.\n` });
  const created = await answerCommand(place, 'keys', 'create', '--credit', amount);
  expect(created).toEqual({ code: 2, out: '', err: `--credit ${fault}; got ${amount}.\n` });
});

test('accepts the largest amount that it names', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  await runForData(place, 'keys', 'create', '--account', 'acme', '--credit', '999999999.999999999');
  const shown = await runForData(place, 'accounts', 'show', 'acme');
  expect(shown).toMatchObject({ available: '999999999.999999999' });
});

test('creates no key whose credit its account cannot hold', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const create = (credit: string) =>
    answerCommand(place, 'keys', 'create', '--account', 'acme', '--credit', credit);
  expect((await create('999999999')).code).toBe(0);
  for (let count = 0; count < 8; count += 1)
    await runForData(place, 'accounts', 'credit', 'acme', '999999999');
  expect(await create('9.000000001')).toMatchObject({
    code: 2,
    err: expect.stringContaining('be at most 9 US dollars: an account holds at most 9000000000'),
  });
  expect(await runForData<readonly object[]>(place, 'keys', 'list')).toHaveLength(1);
  const newest = await runForData<readonly object[]>(place, 'accounts', 'ledger', 'acme', '--limit', '2');
  expect(newest).toHaveLength(2);
});

test('names the unknown key or account', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  await runForData(place, 'keys', 'create');
  expect((await answerCommand(place, 'keys', 'revoke', 'abcdef')).err).toContain('"abcdef"');
  expect((await answerCommand(place, 'accounts', 'credit', 'nobody', '5')).err).toContain('"nobody"');
  const unknown = await answerCommand(place, 'keys', 'limit', 'sk-secret-text', '5/10');
  expect(unknown).toMatchObject({ code: 2, out: '' });
  expect(unknown.err).not.toContain('sk-secret-text');
});

test('an id is its beginning, not a part of it', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const { id } = await runForData<CreatedKey>(place, 'keys', 'create');
  const part = id.slice(2);
  expect(await answerCommand(place, 'keys', 'revoke', part)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`There is no key with the id "${part}".`),
  });
  expect((await answerCommand(place, 'keys', 'revoke', id.slice(0, 8))).code).toBe(0);
});

test('changes no key when several have the id that was given', async () => {
  using temporary = temporaryFolder();
  const { place, folder } = temporary;
  const store = await openSqliteStore({ folder, schedule: () => {} });
  const terms = { accountId: 'acme', models: undefined, group: 'default', groupRatio: '1' };
  for (const rest of ['1', '2']) await store.saveKey({ ...terms, digest: `abcd${rest.repeat(60)}` });
  await store.close();
  const refused = await answerCommand(place, 'keys', 'revoke', 'abcd');
  const err = 'The id "abcd" matches 2 keys: specify more characters.\n';
  expect(refused).toEqual({ code: 2, out: '', err });
  await runForData(place, 'keys', 'revoke', 'abcd2');
  expect(await runForData(place, 'keys', 'list')).toMatchObject([{ revoked: false }, { revoked: true }]);
});

test('refuses text that no database can store', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const account = await answerCommand(place, 'accounts', 'show', 'acme\0');
  expect([account.code, account.err.split('\n')[0]]).toEqual([
    2,
    '"acme\\u0000" contains U+0000 or an unpaired surrogate. See: npx gatewright help accounts',
  ]);
  const key = await answerCommand(place, 'keys', 'create', '--models', 'vxq3,\ud800');
  expect([key.code, key.err.split('\n')[0]]).toEqual([
    2,
    '"vxq3,\\ud800" contains U+0000 or an unpaired surrogate. See: npx gatewright help keys',
  ]);
});

test('gives a key a quota, changes it and removes it', async () => {
  using temporary = temporaryFolder();
  const { place } = temporary;
  const created = await runForData<CreatedKey>(place, 'keys', 'create', '--quota', '5.50');
  expect(created).toMatchObject({ quota: '5.5' });
  const quota = (amount: string) => answerCommand(place, 'keys', 'quota', created.id, amount);
  expect((await quota('7')).out).toBe(`Key ${created.id} of ${created.account} now has a quota of 7 USD.\n`);
  expect(await runForData(place, 'keys', 'list')).toMatchObject([{ quota: '7' }]);
  expect((await quota('none')).out).toBe(
    `Key ${created.id} of ${created.account} now has no quota of its own.\n`,
  );
  expect(await runForData(place, 'keys', 'list')).toMatchObject([{ quota: null }]);
  expect((await quota('much')).err).toBe(
    'The quota must be a number of US dollars, such as 25.50, or none; got much.\n',
  );
  const refused = await answerCommand(place, 'keys', 'create', '--quota', '-1');
  expect(refused.err).toContain('--quota');
});
