import { describe, expect, test } from 'vitest';
import { nodeDigest } from '../../src/adapters/platform/node-digest.ts';
import { createMemoryStore } from '../../src/adapters/store/memory/memory-store.ts';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const startAt = Date.UTC(2026, 10, 20, 23, 59, 0);
const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };

describe.each(shells)('through the $name shell', (shell) => {
  test('lists charges by day and by model', async () => {
    await using wire = await openWire(shell, { startAt });
    await wire.submit({ model: 'sx-5-0-lite', prompt: 'A paper boat' });
    await wire.submit(boat);
    await wire.submit(boat);
    await wire.advance(90);
    const { body } = await wire.get('/v1/dashboard/billing/usage');
    expect(at(body, 'object')).toBe('list');
    expect(at(body, 'total_usage')).toBe(12.5);
    expect(at(body, 'daily_costs')).toEqual([
      { timestamp: Date.UTC(2026, 10, 20) / 1000, line_items: [{ name: 'sx-5-0-lite', cost: 3.5 }] },
      { timestamp: Date.UTC(2026, 10, 21) / 1000, line_items: [{ name: 'sx-5-0-pro', cost: 9 }] },
    ]);
    const first = await wire.get('/v1/dashboard/billing/usage?start_date=2026-11-20&end_date=2026-11-20');
    expect(at(first.body, 'total_usage')).toBe(3.5);
    const later = await wire.get('/v1/dashboard/billing/usage?start_date=2026-11-21&end_date=2026-12-01');
    expect(at(later.body, 'total_usage')).toBe(9);
    const other = await wire.get('/v1/dashboard/billing/usage', { key: 'sk-beta' });
    expect(other.body).toEqual({ object: 'list', total_usage: 0, daily_costs: [] });
  });

  test.each([
    ['start_date=yesterday', 'start_date must be a valid date, such as 2026-11-20; got "yesterday"'],
    ['end_date=2026-13-01', 'end_date must be a valid date, such as 2026-11-20; got "2026-13-01"'],
    ['start_date=2026-02-30', 'start_date must be a valid date, such as 2026-11-20; got "2026-02-30"'],
    ['end_date=2026-02-29', 'end_date must be a valid date, such as 2026-11-20; got "2026-02-29"'],
    ['end_date=2100-02-29', 'end_date must be a valid date, such as 2026-11-20; got "2100-02-29"'],
    ['end_date=2026-04-31', 'end_date must be a valid date, such as 2026-11-20; got "2026-04-31"'],
    ['start_date=2026-00-10', 'start_date must be a valid date, such as 2026-11-20; got "2026-00-10"'],
    ['start_date=2026-11-00', 'start_date must be a valid date, such as 2026-11-20; got "2026-11-00"'],
    [
      'start_date=2026-11-20T00:00',
      'start_date must be a valid date, such as 2026-11-20; got "2026-11-20T00:00"',
    ],
    [
      'start_date=%2B002026-11-20',
      'start_date must be a valid date, such as 2026-11-20; got "+002026-11-20"',
    ],
    ['end_date=', 'end_date must be a valid date, such as 2026-11-20; got ""'],
    [
      'start_date=2026-11-21&end_date=2026-11-20',
      'start_date must not be after end_date, which is 2026-11-20',
    ],
  ])('refuses %s', async (query, message) => {
    await using wire = await openWire(shell);
    const answer = await wire.get(`/v1/dashboard/billing/usage?${query}`);
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error')).toMatchObject({ param: query.split('=')[0], message });
  });

  test.each([
    'start_date=2028-02-29&end_date=2028-02-29',
    'start_date=2000-02-29',
    'start_date=2400-02-29',
    'start_date=9999-12-31',
    'start_date=2026-12-31&end_date=2027-01-01',
  ])('accepts %s', async (query) => {
    await using wire = await openWire(shell);
    expect((await wire.get(`/v1/dashboard/billing/usage?${query}`)).body).toMatchObject({ daily_costs: [] });
  });

  test('counts the charges of the last thirty days by default', async () => {
    await using wire = await openWire(shell, { startAt: Date.UTC(2026, 10, 1, 12) });
    await wire.submit(boat);
    await wire.advance(90);
    const totalOf = async () => at((await wire.get('/v1/dashboard/billing/usage')).body, 'total_usage');
    await wire.advance(30 * 86_400 - 90); // 1 December
    expect(await totalOf()).toBe(4.5);
    await wire.advance(86_400);
    expect(await totalOf()).toBe(0);
  });

  test('rounds remaining credits down, and reports used ones exactly', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '1.139999999' } });
    const creditsOf = async () => {
      const { body } = await wire.get('/v1/user/balance');
      return [at(body, 'remain_credits'), at(body, 'used_credits')];
    };
    expect(await creditsOf()).toEqual([11, 0]);
    await wire.submit(boat);
    expect(await creditsOf()).toEqual([10, 0]);
    await wire.advance(90);
    expect(await creditsOf()).toEqual([10, 0.45]);
  });

  test('counts the charges of a leap day', async () => {
    await using wire = await openWire(shell, { startAt: Date.UTC(2028, 1, 29, 12) });
    await wire.submit(boat);
    await wire.advance(90);
    const totalOf = async (from: string, to: string) => {
      const answer = await wire.get(`/v1/dashboard/billing/usage?start_date=${from}&end_date=${to}`);
      return at(answer.body, 'total_usage');
    };
    expect(await totalOf('2028-02-29', '2028-02-29')).toBe(4.5);
    expect(await totalOf('2028-02-28', '2028-02-28')).toBe(0);
    expect(await totalOf('2028-03-01', '2028-03-01')).toBe(0);
  });

  test('counts remaining and used money towards the limits, whatever is held', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '2.5' } });
    const limits = async () => (await wire.get('/v1/dashboard/billing/subscription')).body;
    const before = await limits();
    expect(before).toMatchObject({
      object: 'billing_subscription',
      hard_limit_usd: 2.5,
      soft_limit_usd: 2.5,
    });
    await wire.submit(boat);
    expect(await limits()).toEqual(before);
    await wire.advance(90);
    expect(await limits()).toEqual(before);
  });

  test('returns the prices of every model, chat tools included', async () => {
    await using wire = await openWire(shell);
    for (const model of ['vxq3', 'vxq3-mix', 'qx-image-3.0', 'qx-image-3.0-pro', 'sx-5.0-pro', 'qx3.8-max']) {
      const answer = await wire.get(`/api/pricing/model?model=${model}`);
      expect(answer.status).toBe(200);
      const pricing = at(answer.body, 'data', 'pricing');
      expect(Object.keys(at(pricing, 'effective_rates') as object)).not.toHaveLength(0);
    }
    const chat = await wire.get('/api/pricing/model?model=qx3.8-max');
    const tools = at(chat.body, 'data', 'pricing', 'extras', 'tools') as object;
    expect(Object.keys(tools).length).toBeGreaterThan(0);
    expect((await wire.get('/api/pricing/model?model=nobody')).status).toBe(404);
    expect((await wire.get('/api/pricing/model')).status).toBe(400);
  });

  test('answers a missing user record in the form of the balance endpoints', async () => {
    const key = { digest: nodeDigest.sha256('sk-alpha'), accountId: 'ghost', models: undefined };
    const store = createMemoryStore({
      keys: [{ ...key, group: 'default', groupRatio: '1' }],
      deposits: {},
      keepFinished: 10,
      idempotencySeconds: 10,
      schedule: () => {},
    });
    await using wire = await openWire(shell, { ports: { store } });
    for (const path of ['/v1/user/balance', '/user/balance']) {
      const answer = await wire.get(path);
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({ success: false, message: 'The user record of this key is missing.' });
    }
  });

  test.each([
    ['/v1/chat/completions', { model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hello' }] }],
    ['/v1/responses', { model: 'qx3.8-max', input: 'Hello' }],
  ])('%s answers in a declared form', async (path, body) => {
    await using wire = await openWire(shell);
    const answer = await wire.send('POST', path, { body: { ...body, stream: false } });
    expect(answer.status).toBe(200);
  });
});
