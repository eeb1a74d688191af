import { describe, expect, test } from 'vitest';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const groupModels = ['sx-5.0-lite', 'vxq3', 'house-model'];
const keys = {
  'sk-alpha': { account: 'alpha', group: 'partners', groupModels },
  'sk-narrow': {
    account: 'alpha',
    group: 'partners',
    groupModels,
    models: ['Sx-5.0-lite', 'qx-image-3.0', 'house-model', 'other-house'],
  },
  'sk-elsewhere': {
    account: 'alpha',
    group: 'others',
    groupModels: ['qx-image-3.0'],
    models: ['Sx-5.0-lite', 'qx-image-3.0', 'house-model', 'other-house'],
  },
  'sk-two': { account: 'alpha', models: ['vxq3', 'house-model'] },
  'sk-comma': { account: 'alpha', models: ['vxq3,house-model'] },
  'sk-free': { account: 'alpha' },
};

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    ['sk-alpha', ['sx-5-0-lite', 'vxq3', 'house-model']],
    ['sk-narrow', ['sx-5-0-lite', 'house-model']],
  ])('the key %s lists the models that its group and its own list have', async (key, ids) => {
    await using wire = await openWire(shell, { keys });
    for (const query of ['', '?expand=category', '?expand=parameters']) {
      const { body } = await wire.get(`/v1/models${query}`, { key });
      const data = at(body, 'data') as readonly { readonly id: string }[];
      expect(data.map(({ id }) => id)).toEqual(ids);
    }
  });

  test.each([
    ['sk-alpha', 'sx-5-0-lite', 200],
    ['sk-alpha', 'sx-5-0-pro', 403],
    ['sk-alpha', 'house-model', 200],
    ['sk-alpha', 'other-house', 400],
    ['sk-narrow', 'sx-5-0-lite', 200],
    ['sk-narrow', 'house-model', 200],
    ['sk-narrow', 'qx-image-3.0', 403],
    ['sk-narrow', 'other-house', 400],
    ['sk-free', 'sx-5-0-pro', 200],
    ['sk-free', 'house-model', 400],
  ])('a submission by %s of %s has the status %i', async (key, model, status) => {
    await using wire = await openWire(shell, { keys });
    const answer = await wire.postImage({ model, prompt: 'A paper boat' }, { key });
    expect([answer.status, answer.text]).toEqual([status, answer.text]);
  });

  test('keys of different groups do not share a list', async () => {
    await using wire = await openWire(shell, { keys });
    const count = async (key: string) => {
      const { body } = await wire.get('/v1/models', { key });
      return (at(body, 'data') as readonly unknown[]).length;
    };
    expect([await count('sk-alpha'), await count('sk-narrow'), await count('sk-alpha')]).toEqual([3, 2, 3]);
    expect(await count('sk-elsewhere')).toBe(1);
    expect([await count('sk-two'), await count('sk-comma')]).toEqual([2, 1]);
    expect(await count('sk-free')).toBeGreaterThan(3);
    expect((await wire.get('/v1/models/sx-5-0-pro/schema')).status).toBe(404);
    expect((await wire.get('/v1/models/sx-5-0-lite/schema')).status).toBe(200);
  });
});
