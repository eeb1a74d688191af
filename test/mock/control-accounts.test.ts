import { describe, expect, test } from 'vitest';
import { at } from '../support/open-wire.ts';
import { pngFile } from '../support/png-file.ts';
import { shells } from '../support/shells.ts';
import { openMock } from './open-mock.ts';

const picture = pngFile({ width: 1024, height: 768 }).toString('base64');
const LAYERS = {
  model: 'sx-5-0-pro',
  layer_decomposition: true,
  image_urls: [`data:image/png;base64,${picture}`],
} as const;

describe.each(shells)('$name shell', (shell) => {
  test('creates a key that works immediately', async () => {
    await using mock = await openMock(shell);
    expect((await mock.ask('GET', '/v1/user/balance', { key: 'sk-new' })).status).toBe(401);
    expect(await mock.control.putAccount('sk-new', { balance: '1.53' })).toEqual({
      key: 'sk-new',
      balance: '1.53',
      held: '0',
      used: '0',
      models: null,
      quota: null,
      group: 'default',
      group_ratio: '1',
      rate_limit: null,
      webhook_secret: 'whsec_Z2F0ZXdyaWdodC1tb2NrLXdlYmhvb2stc2VjcmV0',
    });
    const answer = await mock.ask('GET', '/v1/user/balance', { key: 'sk-new' });
    expect(at(answer.body, 'remain_balance')).toBe(1.53);
  });

  test('creates a second key of an account', async () => {
    await using mock = await openMock(shell);
    const secret = `whsec_${'A'.repeat(32)}`;
    await mock.control.putAccount('sk-mock', { webhook_secret: secret });
    const second = await mock.control.putAccount('sk-second', {
      shares_account_with: 'sk-mock',
      models: ['vxq3'],
    });
    expect(second).toMatchObject({ balance: '1000', models: ['vxq3'], webhook_secret: secret });
    await mock.control.putAccount('sk-second', { balance: '7' });
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ balance: '7', models: null });
  });

  test.each([
    ['sk-new', 'sk-unknown', 'shares_account_with must be an existing key; got "sk-unknown"'],
    ['sk-mock-empty', 'sk-mock', 'shares_account_with can only be set when the key is created'],
    ['sk-mock', 'sk-unknown', 'shares_account_with can only be set when the key is created'],
  ])('the key %s cannot share the account of %s', async (key, other, message) => {
    await using mock = await openMock(shell);
    const body = { shares_account_with: other };
    const answer = await mock.ask('PUT', `/__mock/accounts/${key}`, { body });
    expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, '/shares_account_with']);
    expect(at(answer.body, 'error', 'message')).toContain(message);
  });

  test('gives a key the price ratio of a group, which applies to prices, holds and charges', async () => {
    await using mock = await openMock(shell);
    const discount = { balance: '1', group: 'partners', group_ratio: '0.5' };
    expect(await mock.control.putAccount('sk-partner', discount)).toMatchObject(discount);
    const ask = { key: 'sk-partner' };
    const prices = await mock.ask('GET', '/api/pricing/model?model=qx-image-3.0', ask);
    expect(at(prices.body, 'data', 'pricing', 'effective_rates', '1K')).toBe(0.015);
    const id = await mock.submit(undefined, ask);
    expect(await mock.control.getAccount('sk-partner')).toMatchObject({ balance: '0.985', held: '0.015' });
    await mock.control.setClock({ advance: '1m' });
    expect(await mock.task(id, ask)).toMatchObject({ status: 'success', cost: 0.015 });
    expect(await mock.control.putAccount('sk-partner', { balance: '2' })).toMatchObject({
      group: 'partners',
      group_ratio: '0.5',
    });
  });

  test('gives a key a quota of its own, which limits it whatever its account has', async () => {
    await using mock = await openMock(shell);
    const ask = { key: 'sk-part' };
    const body = { shares_account_with: 'sk-mock', quota: '0.05' };
    expect(await mock.control.putAccount('sk-part', body)).toMatchObject({ balance: '1000', quota: '0.05' });
    const id = await mock.submit(undefined, ask);
    const held = await mock.ask('GET', '/v1/balance', ask);
    expect(held.body).toMatchObject({ remain_balance: 0.02, used_balance: 0, unlimited_quota: false });
    await mock.control.setClock({ advance: '1m' });
    expect(await mock.task(id, ask)).toMatchObject({ status: 'success', cost: 0.03 });
    expect((await mock.ask('GET', '/v1/balance', ask)).body).toEqual({
      success: true,
      remain_balance: 0.02,
      remain_credits: 0,
      used_balance: 0.03,
      used_credits: 0.3,
      unlimited_quota: false,
    });
    const boat = { model: 'qx-image-3.0', prompt: 'A paper boat' };
    const short = await mock.ask('POST', '/v1/images/generations', { ...ask, body: boat });
    expect([short.status, at(short.body, 'error', 'message')]).toEqual([
      402,
      "The key's remaining quota of 0.02 USD does not cover the hold of 0.03 USD for this request: 1 image of 1024x1024 at 0.03 USD each. Use a key with a higher quota.",
    ]);
    expect(await mock.control.putAccount('sk-part', { quota: null })).toMatchObject({ quota: null });
    expect((await mock.ask('POST', '/v1/images/generations', { ...ask, body: boat })).status).toBe(200);
  });

  test.each(['0', '0.0', '-1', '1e3', 'half', '1234567', ''])('refuses the ratio %j', async (ratio) => {
    await using mock = await openMock(shell);
    const body = { group_ratio: ratio };
    const answer = await mock.ask('PUT', '/__mock/accounts/sk-a', { body });
    expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, '/group_ratio']);
  });

  test('changes what is named and leaves the rest', async () => {
    await using mock = await openMock(shell);
    await mock.control.putAccount('sk-a', {
      balance: '2',
      models: ['vxq3'],
      rate_limit: { requests: 2, seconds: 1 },
      webhook_secret: `whsec_${'A'.repeat(32)}`,
    });
    expect(await mock.control.putAccount('sk-a', { balance: '3.000000001' })).toMatchObject({
      balance: '3.000000001',
      models: ['vxq3'],
      rate_limit: { requests: 2, seconds: 1 },
      webhook_secret: `whsec_${'A'.repeat(32)}`,
    });
    expect(await mock.control.putAccount('sk-a', { models: null, rate_limit: null })).toMatchObject({
      balance: '3.000000001',
      models: null,
      rate_limit: null,
    });
  });

  test('sets the remaining balance while money is held, and reports the used one', async () => {
    await using mock = await openMock(shell);
    await mock.submit();
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({ balance: '999.97', held: '0.03' });
    expect(await mock.control.putAccount('sk-mock', { balance: '0.01' })).toMatchObject({
      balance: '0.01',
      held: '0.03',
      used: '0',
    });
    await mock.control.setClock({ advance: '1m' });
    expect(await mock.control.getAccount('sk-mock')).toMatchObject({
      balance: '0.01',
      held: '0',
      used: '0.03',
    });
  });

  test('limits the requests of a key', async () => {
    await using mock = await openMock(shell);
    await mock.control.putAccount('sk-b', { rate_limit: { requests: 1, seconds: 60 } });
    expect((await mock.ask('GET', '/v1/models', { key: 'sk-b' })).status).toBe(200);
    expect((await mock.ask('GET', '/v1/models', { key: 'sk-b' })).status).toBe(429);
  });

  test('answers 404 for an unknown key', async () => {
    await using mock = await openMock(shell);
    const answer = await mock.ask('GET', '/__mock/accounts/sk-nobody');
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([404, 'not_found']);
  });

  test.each<[string, unknown, string]>([
    ['a number for an amount', { balance: 1.53 }, '/balance'],
    ['a negative amount', { balance: '-1' }, '/balance'],
    ['ten decimals', { balance: '0.0000000001' }, '/balance'],
    ['a slip of the pen', { balence: '1' }, '/balence'],
    ['models that are no list', { models: 'vxq3' }, '/models'],
    ['a limit of nothing', { rate_limit: { requests: 0, seconds: 1 } }, '/rate_limit/requests'],
    ['a short secret', { webhook_secret: 'whsec_abc' }, '/webhook_secret'],
    ['a secret that is no base64', { webhook_secret: `whsec_${'A'.repeat(33)}` }, '/webhook_secret'],
    ['a long secret', { webhook_secret: `whsec_${'A'.repeat(88)}` }, '/webhook_secret'],
    ['a body that is no object', [], ''],
    ['a body that is no JSON', '{', ''],
  ])('refuses %s', async (_what, body, path) => {
    await using mock = await openMock(shell);
    const answer = await mock.ask('PUT', '/__mock/accounts/sk-c', { body });
    expect([answer.status, at(answer.body, 'error', 'param')]).toEqual([400, path]);
    expect((await mock.ask('GET', '/__mock/accounts/sk-c')).status).toBe(404);
  });

  test('suggests the known field for a misspelled one', async () => {
    await using mock = await openMock(shell);
    const message = async (body: unknown) =>
      at((await mock.ask('PUT', '/__mock/accounts/sk-c', { body })).body, 'error', 'message');
    expect(await message({ balence: '1' })).toBe('balence is not a known field; did you mean balance?');
    expect(await message({ colour: 'red' })).toBe(
      'colour is not a known field; the fields are balance, models, quota, group, group_ratio, rate_limit, shares_account_with, webhook_secret',
    );
    expect(await message({ rate_limit: { request: 1, seconds: 1 } })).toBe(
      'rate_limit.request is not a known field; did you mean requests? (and 1 more violation)',
    );
  });

  test('covers the hold of seventeen images to the last cent', async () => {
    await using mock = await openMock(shell);
    await mock.control.putAccount('sk-layers', { balance: '1.52' });
    const sent = { key: 'sk-layers', body: LAYERS };
    expect((await mock.ask('POST', '/v1/images/generations', sent)).status).toBe(402);
    await mock.control.putAccount('sk-layers', { balance: '1.53' });
    expect((await mock.ask('POST', '/v1/images/generations', sent)).status).toBe(200);
    expect(await mock.control.getAccount('sk-layers')).toMatchObject({ balance: '0', held: '1.53' });
  });
});
