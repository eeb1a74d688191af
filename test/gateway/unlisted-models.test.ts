import { afterAll, describe, expect, test } from 'vitest';
import { at, openWire, textAt } from '../support/open-wire.ts';
import { startReferenceServer } from '../support/reference-server.ts';
import { shells } from '../support/shells.ts';

const references = await startReferenceServer();
afterAll(() => references[Symbol.asyncDispose]());

const keys = {
  'sk-alpha': { account: 'alpha', models: ['house-model', 'vendor/house', '__proto__'] },
  'sk-beta': { account: 'beta' },
};

describe.each(shells)('through the $name shell', (shell) => {
  test.each(['house-model', 'vendor/house', '__proto__'])(
    'a name that is only in the allow-list remains callable: %s',
    async (model) => {
      await using wire = await openWire(shell, { keys });
      for (const kind of ['images', 'videos'] as const) {
        const body = { model, prompt: 'A paper boat', anything: { goes: [1, null] }, n: 'many' };
        const answer = await wire.send('POST', `/v1/${kind}/generations`, { body });
        expect([answer.text, answer.status]).toEqual([answer.text, 200]);
        const id = textAt(answer.body, 'data', 0, 'task_id');
        const before = Number(await wire.remaining());
        expect(before).toBeLessThan(1000);
        await wire.advance(600);
        const record = await wire.task(id);
        expect(record).toMatchObject({ status: 'success', model });
        expect(Number(at(record, 'cost'))).toBeGreaterThan(0);
        expect(await wire.remaining()).toBe(before);
        await wire.download(textAt(record, 'result', kind, 0, 'url', 0));
      }
    },
  );

  test('is unknown to every other key', async () => {
    await using wire = await openWire(shell, { keys });
    const body = { model: 'house-model', prompt: 'A paper boat' };
    expect((await wire.postImage(body, { key: 'sk-beta' })).status).toBe(400);
    expect((await wire.postImage({ ...body, model: 'sx-5-0-pro' })).status).toBe(403);
    expect((await wire.postImage({ ...body, model: 'house-model-2' })).status).toBe(400);
    const list = await wire.get('/v1/models', { key: 'sk-beta' });
    expect(list.text).not.toContain('house-model');
  });

  test('has an exact price, and keeps it with a group ratio', async () => {
    const vip = { 'sk-alpha': { account: 'alpha', models: ['house-model'], groupRatio: '0.5' } };
    await using full = await openWire(shell, { keys });
    await using half = await openWire(shell, { keys: vip });
    const costs = [];
    for (const wire of [full, half]) {
      const id = await wire.submit({ model: 'house-model', prompt: 'A paper boat' });
      await wire.advance(600);
      costs.push(Math.round(Number(at(await wire.task(id), 'cost')) * 1e9));
    }
    expect(costs[0]).toBe(2 * (costs[1] ?? 0));
  });

  test('reads no reference of an unknown model, or all of it: never a fault', async () => {
    await using wire = await openWire(shell, { keys });
    const addresses = [
      references.image({ width: 64, height: 64, format: 'png' }),
      references.faulty('missing.png'),
    ];
    for (const image_urls of [addresses, [], 'text', [7], null]) {
      const answer = await wire.postVideo({ model: 'house-model', prompt: 'It turns', image_urls });
      expect([200, 400]).toContain(answer.status);
    }
  });

  test('accepts a request without parameters, or reports what is missing', async () => {
    await using wire = await openWire(shell, { keys });
    for (const send of [wire.postImage, wire.postVideo]) {
      expect([200, 400]).toContain((await send({ model: 'house-model' })).status);
      expect([200, 400]).toContain((await send({ model: 'house-model', prompt: 7 })).status);
    }
  });
});
