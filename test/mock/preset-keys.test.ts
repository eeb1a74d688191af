import { describe, expect, test } from 'vitest';
import { at, listAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { BOAT, openMock } from './open-mock.ts';

describe.each(shells)('$name shell', (shell) => {
  test.each([
    ['sk-mock', 1000],
    ['sk-mock-empty', 0],
    ['sk-mock-image-only', 1000],
    ['sk-mock-limited', 1000],
  ])('%s begins with %d USD', async (key, balance) => {
    await using mock = await openMock(shell);
    const answer = await mock.ask('GET', '/v1/user/balance', { key });
    expect(at(answer.body, 'remain_balance')).toBe(balance);
  });

  test('sk-mock-empty cannot pay for anything', async () => {
    await using mock = await openMock(shell);
    const answer = await mock.ask('POST', '/v1/images/generations', { key: 'sk-mock-empty', body: BOAT });
    expect([answer.status, at(answer.body, 'error', 'type')]).toEqual([402, 'payment_required']);
  });

  test('sk-mock-image-only has one model, and a name without metadata that works', async () => {
    await using mock = await openMock(shell);
    const key = 'sk-mock-image-only';
    const list = await mock.ask('GET', '/v1/models?expand=category', { key });
    expect(listAt(list.body, 'data').map((entry) => [at(entry, 'id'), at(entry, 'category')])).toEqual([
      ['sx-5-0-pro', 'image'],
      ['house-style-v1', 'unknown'],
    ]);
    const refused = await mock.ask('POST', '/v1/images/generations', { key, body: BOAT });
    expect([refused.status, at(refused.body, 'error', 'type')]).toEqual([403, 'permission_error']);
    await mock.submit({ ...BOAT, model: 'house-style-v1' }, { key });
  });

  test('sk-mock-limited may make five requests in ten seconds', async () => {
    await using mock = await openMock(shell);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      statuses.push((await mock.ask('GET', '/v1/models', { key: 'sk-mock-limited' })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    await mock.control.setClock({ advance: '9s' });
    const refused = await mock.ask('GET', '/v1/models', { key: 'sk-mock-limited' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await mock.control.setClock({ advance: '1s' });
    expect((await mock.ask('GET', '/v1/models', { key: 'sk-mock-limited' })).status).toBe(200);
  });
});
