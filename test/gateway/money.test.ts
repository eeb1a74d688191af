import { afterAll, describe, expect, test } from 'vitest';
import type { Engine, EngineOutput } from '../../src/gateway/ports/media/engine.ts';
import { at, openWire } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const references = await startReferenceServer();
const picture = references.image({ width: 640, height: 480, format: 'png' });
afterAll(() => references[Symbol.asyncDispose]());

const boat = { model: 'sx-5-0-pro', prompt: 'A paper boat' };
const pictures = (count: number) => Array.from({ length: count }, () => picture);

const made: EngineOutput = {
  kind: 'image',
  tier: '2K',
  drawing: {
    width: 2048,
    height: 2048,
    format: 'jpeg',
    seed: 1,
    watermark: false,
    background: 'opaque',
  },
};

/** An engine that makes two images at the higher price instead of one at the lower. */
const generous: Engine = {
  plan: () => [{ width: 1024, height: 1024, tier: '1K' }],
  run: async () => ({ kind: 'success', outputs: [made, made] }),
};

describe.each(shells)('through the $name shell', (shell) => {
  test('reports the balance before, while money is held, and after', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '1' } });
    const balance = async () => (await wire.get('/v1/user/balance')).body;
    const untouched = {
      success: true,
      remain_balance: 1,
      remain_credits: 10,
      used_balance: 0,
      used_credits: 0,
    };
    expect(await balance()).toEqual(untouched);
    const id = await wire.submit({ ...boat, size: '2K' });
    expect(await balance()).toEqual({ ...untouched, remain_balance: 0.91, remain_credits: 9 });
    await wire.advance(160);
    expect(await balance()).toEqual({
      success: true,
      remain_balance: 0.91,
      remain_credits: 9,
      used_balance: 0.09,
      used_credits: 0.9,
    });
    expect(await wire.task(id)).toMatchObject({ cost: 0.09, credits_cost: 0.9 });
    expect((await wire.get('/user/balance')).body).toEqual(await balance());
    expect((await wire.get('/user/balance', { key: 'sk-alpha-second' })).body).toEqual(await balance());
  });

  test.each([
    [{}, 0.045],
    [{ resolution: '1.5K' }, 0.045],
    [{ size: '1.5K' }, 0.045],
    [{ resolution: '2K' }, 0.09],
    [{ size: '2K', resolution: '1K' }, 0.09],
    [{ size: '1K', resolution: '2K' }, 0.045],
    [{ size: '1612x1613' }, 0.045],
    [{ size: '1612x1614' }, 0.09],
    [{ size: '2601124x1' }, undefined],
    [{ size: '1024x1024', resolution: '2K' }, 0.045],
  ])('charges %j of sx-5-0-pro %d USD', async (fields, cost) => {
    await using wire = await openWire(shell);
    if (cost === undefined) {
      expect((await wire.postImage({ ...boat, ...fields })).status).toBe(400);
      return;
    }
    const id = await wire.submit({ ...boat, ...fields });
    expect(await wire.remaining()).toBe(1000 - cost);
    await wire.advance(300);
    expect(at(await wire.task(id), 'cost')).toBe(cost);
    expect(at(await wire.task(id), 'credits_cost')).toBe(Number((cost * 10).toFixed(6)));
    expect(await wire.remaining()).toBe(1000 - cost);
  });

  test('never charges more than was held, whatever the engine made', async () => {
    await using wire = await openWire(shell, { ports: { engine: generous } });
    const id = await wire.submit(boat);
    expect(await wire.remaining()).toBe(999.955);
    await wire.advance(90);
    expect(await wire.task(id)).toMatchObject({
      status: 'success',
      cost: 0.045,
      result: { images: [{ sizes: ['2048x2048', '2048x2048'] }] },
    });
    expect(await wire.store.findAccount('alpha')).toMatchObject({
      available: 999_955_000_000n,
      held: 0n,
      used: 45_000_000n,
    });
    expect((await wire.store.listLedger('alpha', 2)).map(({ kind, used }) => [kind, used])).toEqual([
      ['settle', 45_000_000n],
      ['hold', 0n],
    ]);
  });

  test('charges nothing for the first reference, and a fixed amount for each further one', async () => {
    await using wire = await openWire(shell);
    const costs: number[] = [];
    for (const count of [1, 2, 3, 10]) {
      const id = await wire.submit({ ...boat, image_urls: pictures(count) });
      await wire.advance(300);
      costs.push(Number(at(await wire.task(id), 'cost')));
    }
    const [one = 0, two = 0, three = 0, ten = 0] = costs.map((cost) => Math.round(cost * 1e9));
    const added = two - one;
    expect(one).toBe(45_000_000);
    expect(added).toBeGreaterThan(0);
    expect([three - one, ten - one]).toEqual([2 * added, 9 * added]);
  });

  test('charges qx-image-3.0 the same for 1K and 2K, and qx-image-3.0-pro twice as much for 2K', async () => {
    await using wire = await openWire(shell);
    const cost = async (fields: { readonly model: string; readonly [field: string]: unknown }) => {
      const id = await wire.submit({ prompt: 'A paper boat', ...fields });
      await wire.advance(300);
      return Math.round(Number(at(await wire.task(id), 'cost')) * 1e9);
    };
    const one = await cost({ model: 'qx-image-3.0' });
    expect(await cost({ model: 'qx-image-3.0', resolution: '2K' })).toBe(one);
    expect(await cost({ model: 'qx-image-3.0', n: 3 })).toBe(3 * one);
    expect(await cost({ model: 'qx-image-3.0', n: 99 })).toBe(6 * one);
    expect(await cost({ model: 'qx-image-3.0', image_urls: pictures(3) })).toBe(one);
    const pro = await cost({ model: 'qx-image-3.0-pro' });
    expect(await cost({ model: 'qx-image-3.0-pro', resolution: '2K' })).toBe(2 * pro);
    expect(await cost({ model: 'qx-image-3.0-pro', resolution: '2K', size: '1500x1500' })).toBe(pro);
    expect(await cost({ model: 'qx-image-3.0-pro', size: '1500x1501' })).toBe(2 * pro);
  });

  test.each([
    [{ size: '1K' }, '0.765'],
    [{ size: '1.5K' }, '0.765'],
    [{ size: '2K' }, '1.53'],
    [{ size: 'auto' }, '1.53'],
    [{}, '1.53'],
  ])('holds 17 images for layers of %j: %s USD', async (fields, held) => {
    await using wire = await openWire(shell, { deposits: { alpha: held } });
    const body = { ...boat, layer_decomposition: true, ...fields, image_urls: [picture] };
    const id = await wire.submit(body);
    expect(await wire.remaining()).toBe(0);
    const refused = await wire.postImage(boat);
    expect(refused.status).toBe(402);
    await wire.advance(300);
    const record = await wire.task(id);
    const cost = Math.round(Number(at(record, 'cost')) * 1e9);
    const sizes = at(record, 'result', 'images', 0, 'sizes') as readonly string[];
    const pixels = sizes.map((size) => size.split('x').reduce((area, side) => area * Number(side), 1));
    const price = pixels.reduce((sum, area) => sum + (area <= 2_601_124 ? 45_000_000 : 90_000_000), 0);
    expect(cost).toBe(price);
    expect(await wire.remaining()).toBe((Number(held) * 1e9 - cost) / 1e9);
  });

  test('refuses layers when the balance is one cent short', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '1.52' } });
    const body = { model: 'sx-5-0-pro', layer_decomposition: true, image_urls: [picture] };
    const answer = await wire.postImage({ ...body, size: '2K' });
    expect(answer.status).toBe(402);
    expect(at(answer.body, 'error')).toMatchObject({
      code: 402,
      type: 'payment_required',
      message: expect.stringMatching(/1\.52.*1\.53/),
    });
    expect(await wire.remaining()).toBe(1.52);
    expect((await wire.get('/v1/tasks/task_000001')).status).toBe(404);
    expect((await wire.postImage({ ...body, size: '1K' })).status).toBe(200);
  });

  test('charges the same whether polled often, late or never', async () => {
    await using wire = await openWire(shell);
    const asked = await wire.submit(boat);
    for (let second = 0; second < 100; second += 10) {
      await wire.task(asked);
      await wire.advance(10);
    }
    expect(await wire.remaining()).toBe(999.955);
    const late = await wire.submit(boat);
    await wire.advance(60 * 86_400);
    expect(await wire.task(late)).toMatchObject({ status: 'success', actual_time: 90, cost: 0.045 });
    await wire.submit(boat);
    await wire.advance(86_400);
    expect((await wire.get('/v1/user/balance')).body).toMatchObject({
      remain_balance: 999.865,
      used_balance: 0.135,
      used_credits: 1.35,
    });
  });

  test('charges once for any number of polls at the moment a task is due', async () => {
    await using wire = await openWire(shell);
    const id = await wire.submit(boat);
    wire.clock.advance(90_000);
    const records = await Promise.all(Array.from({ length: 20 }, () => wire.task(id)));
    for (const record of records) expect(record).toEqual(records[0]);
    expect(records[0]).toMatchObject({ status: 'success', cost: 0.045 });
    expect((await wire.get('/v1/user/balance')).body).toMatchObject({ used_balance: 0.045 });
  });

  test.each([
    [1, 20],
    [7, 20],
    [20, 20],
  ])(
    'accepts exactly %i of %i concurrent submissions when the balance covers that many',
    async (paid, sent) => {
      await using wire = await openWire(shell, { deposits: { alpha: (paid * 0.045).toFixed(3) } });
      const answers = await Promise.all(
        Array.from({ length: sent }, (_, index) =>
          wire.postImage(boat, { key: index % 2 ? 'sk-alpha' : 'sk-alpha-second' }),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses).toEqual([...Array(paid).fill(200), ...Array(sent - paid).fill(402)]);
      expect(await wire.remaining()).toBe(0);
      await wire.advance(90);
      expect((await wire.get('/v1/user/balance')).body).toMatchObject({ used_balance: (paid * 45) / 1000 });
    },
  );

  test('never uses money of another account', async () => {
    await using wire = await openWire(shell, { deposits: { alpha: '0', beta: '1' } });
    expect((await wire.postImage(boat)).status).toBe(402);
    expect((await wire.postImage(boat, { key: 'sk-beta' })).status).toBe(200);
    expect(await wire.remaining({ key: 'sk-beta' })).toBe(0.955);
  });

  test('counts the charges of each key separately', async () => {
    await using wire = await openWire(shell);
    await wire.submit(boat);
    await wire.submit({ ...boat, size: '2K' }, { key: 'sk-alpha-second' });
    await wire.advance(300);
    const [first, second] = [
      await wire.get('/v1/balance'),
      await wire.get('/v1/balance', { key: 'sk-alpha-second' }),
    ];
    expect(first.body).toMatchObject({ success: true, used_balance: 0.045, used_credits: 0.45 });
    expect(second.body).toMatchObject({ used_balance: 0.09, unlimited_quota: true, remain_balance: -1 });
  });

  test("applies the price ratio of the key's group", async () => {
    const keys = { 'sk-alpha': { account: 'alpha', groupRatio: '0.8' } };
    await using wire = await openWire(shell, { keys });
    const id = await wire.submit(boat);
    expect(await wire.remaining()).toBe(999.964);
    await wire.advance(90);
    expect(at(await wire.task(id), 'cost')).toBe(0.036);
    const pricing = await wire.get('/api/pricing/model?model=sx-5-0-pro');
    expect(at(pricing.body, 'data', 'pricing')).toMatchObject({
      group_ratio: 0.8,
      rates: { '1K': 0.045, '1.5K': 0.045, '2K': 0.09 },
      effective_rates: { '1K': 0.036, '1.5K': 0.036, '2K': 0.072 },
    });
  });
});
