import { describe, expect, test } from 'vitest';
import type { ReferenceFetcher } from '../../src/gateway/ports/media/media.ts';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const keys = {
  'sk-alpha': { account: 'alpha', quota: '0.1' },
  'sk-alpha-second': { account: 'alpha' },
  'sk-spent': { account: 'alpha', quota: '0' },
};

const boats = (n: number) => ({ model: 'qx-image-3.0', prompt: 'A paper boat', n });
const chat = { model: 'qx3.8-max', messages: [{ role: 'user', content: 'Hi' }] };

describe.each(shells)('through the $name shell', (shell) => {
  test('holds and charges count against the quota of the key, refunds do not', async () => {
    await using wire = await openWire(shell, { keys });
    expect((await wire.get('/v1/balance')).body).toEqual({
      success: true,
      remain_balance: 0.1,
      remain_credits: 1,
      used_balance: 0,
      used_credits: 0,
      unlimited_quota: false,
    });
    await wire.submit(boats(2));
    expect((await wire.get('/v1/balance')).body).toMatchObject({ remain_balance: 0.04, used_balance: 0 });
    await wire.advance(90);
    expect((await wire.get('/v1/balance')).body).toMatchObject({
      remain_balance: 0.04,
      remain_credits: 0,
      used_balance: 0.06,
      used_credits: 0.6,
    });
    const balances = [await wire.get('/v1/user/balance')];
    balances.push(await wire.get('/v1/user/balance', { key: 'sk-alpha-second' }));
    for (const { body } of balances)
      expect(body).toMatchObject({ remain_balance: 999.94, used_balance: 0.06 });
    const other = await wire.get('/v1/balance', { key: 'sk-alpha-second' });
    expect(other.body).toMatchObject({ remain_balance: -1, used_balance: 0, unlimited_quota: true });
  });

  test('reads no references for what is left of the quota beside its holds', async () => {
    const addresses: string[] = [];
    const fetcher: ReferenceFetcher = {
      fetch: async (address) => {
        addresses.push(address);
        return { kind: 'unreachable', reason: 'there is no such host' };
      },
    };
    await using wire = await openWire(shell, { keys, ports: { fetcher } });
    await wire.submit(boats(3));
    const answer = await wire.postImage({ ...boats(1), image_urls: ['https://a.example/1.png'] });
    expect([answer.status, addresses]).toEqual([402, []]);
  });

  test('refuses what the quota does not cover with 402, and says so', async () => {
    await using wire = await openWire(shell, { keys });
    const short = await wire.postImage(boats(4));
    expect(short.status).toBe(402);
    expect(at(short.body, 'error')).toMatchObject({
      code: 402,
      type: 'payment_required',
      reason: 'insufficient_balance',
      message:
        "The key's remaining quota of 0.1 USD does not cover the hold of 0.12 USD for this request: 4 images of 1024x1024 at 0.03 USD each. The key's remaining quota would cover n: 3.",
      hold: { available: 0.1, amount: 0.12 },
    });
    expect((await wire.postImage(boats(4), { key: 'sk-alpha-second' })).status).toBe(200);
    expect((await wire.get('/v1/balance')).body).toMatchObject({ remain_balance: 0.1 });
  });

  test('limits text answers', async () => {
    await using wire = await openWire(shell, { keys });
    const long = await wire.send('POST', '/v1/chat/completions', { body: chat });
    expect(long.status).toBe(402);
    expect(at(long.body, 'error', 'message')).toMatch(
      /^The key's remaining quota of 0\.1 USD does not cover .* The key's remaining quota would cover max_tokens: 16666\.$/,
    );
    const short = await wire.send('POST', '/v1/chat/completions', { body: { ...chat, max_tokens: 100 } });
    expect(short.status).toBe(200);
  });

  test('a key without any quota left reads no reference', async () => {
    await using wire = await openWire(shell, { keys });
    const body = { ...boats(1), model: 'sx-5-0-pro', image_urls: ['http://reference.example/picture.png'] };
    const answer = await wire.postImage(body, { key: 'sk-spent' });
    expect([answer.status, at(answer.body, 'error', 'reason')]).toEqual([402, 'insufficient_balance']);
    expect(at(answer.body, 'error', 'message')).toContain("key's remaining quota of 0 USD");
  });
});
