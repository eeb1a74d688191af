import { describe, expect, test } from 'vitest';
import { at, listAt, openWire, textAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const models = ['house-style', 'sx-5-0-pro', 'vxq3', 'qx3.8-max'];
const keys = { 'sk-alpha': { account: 'alpha', models, group: 'vip', groupRatio: '0.8' } };
const ofGroup = { group: 'vip', group_ratio: 0.8 };

/** Prices of the base contract. */
const image = {
  billing_type: 'per_image',
  unit: 'image',
  rates: { image: 0.04 },
  effective_rates: { image: 0.032 },
};
const video = {
  billing_type: 'per_second',
  unit: 'second',
  rates: { second: 0.05 },
  effective_rates: { second: 0.04 },
};
const text = {
  billing_type: 'per_token',
  unit: '1000000 tokens',
  rates: { input: 1, cached_input: 1, output: 4 },
  effective_rates: { input: 0.8, cached_input: 0.8, output: 3.2 },
};

const prices: readonly (readonly [model: string, pricing: object])[] = [
  [
    'sx-5-0-pro',
    {
      billing_type: 'per_image',
      unit: 'image',
      ...ofGroup,
      rates: { '1K': 0.045, '1.5K': 0.045, '2K': 0.09, further_reference: 0.003 },
      effective_rates: { '1K': 0.036, '1.5K': 0.036, '2K': 0.072, further_reference: 0.0024 },
      extras: { tools: {} },
    },
  ],
  [
    'vxq3',
    {
      billing_type: 'per_second',
      unit: 'second',
      ...ofGroup,
      rates: { '540p': 0.03, '720p': 0.05, '1080p': 0.08 },
      effective_rates: { '540p': 0.024, '720p': 0.04, '1080p': 0.064 },
      extras: { tools: {} },
    },
  ],
  [
    'house-style',
    {
      ...image,
      ...ofGroup,
      extras: { tools: {} },
      by_operation: { image_generation: image, video_generation: video, chat_completion: text },
    },
  ],
];

describe.each(shells)('through the $name shell', (shell) => {
  test.each(prices)('returns the rates of %s, and those of the group of the key', async (model, pricing) => {
    await using wire = await openWire(shell, { keys });
    const { body } = await wire.get(`/api/pricing/model?model=${model}`);
    expect(body).toEqual({ success: true, data: { model, pricing } });
  });

  test('returns the rates of tokens and of tool calls', async () => {
    await using wire = await openWire(shell, { keys });
    const { body } = await wire.get('/api/pricing/model?model=qx3.8-max');
    expect(at(body, 'data', 'pricing')).toMatchObject({
      billing_type: 'per_token',
      unit: '1000000 tokens',
      rates: { input: 1.2, output: 6 },
      effective_rates: { input: 0.96, output: 4.8 },
      extras: { tools: { web_search: 8, code_interpreter: 6.4 } },
    });
  });

  test('lists no model in a category that does not exist', async () => {
    await using wire = await openWire(shell);
    const { status, body } = await wire.get('/v1/models?expand=category&category=sound');
    expect([status, body]).toEqual([200, { success: true, object: 'list', data: [] }]);
  });

  test('lists each category apart', async () => {
    await using wire = await openWire(shell);
    const idsOf = async (category: string) => {
      const { body } = await wire.get(`/v1/models?expand=category&category=${category}`);
      return listAt(body, 'data').map((entry) => at(entry, 'id'));
    };
    const [images, videos] = [await idsOf('image'), await idsOf('video')];
    expect(images).toContain('sx-5-0-pro');
    expect(videos).toContain('vxq3');
    expect(videos).not.toContain('sx-5-0-pro');
    expect(await idsOf('image')).toEqual(images);
  });

  test('names what was not found', async () => {
    await using wire = await openWire(shell, { keys });
    const refusal = async (target: string) => {
      const { status, body } = await wire.get(target);
      return [status, at(body, 'error', 'param'), textAt(body, 'error', 'message')];
    };
    expect(await refusal(`/v1/tasks/task_${'x'.repeat(300)}`)).toEqual([
      404,
      'task_id',
      `Task task_${'x'.repeat(95)} does not exist.`,
    ]);
    const [status, param, message] = await refusal('/v1/model-schema?model=qx3.8-max');
    expect([status, param]).toEqual([404, 'model']);
    expect(message).toContain('qx3.8-max');
  });

  test('an account pays from its balance', async () => {
    await using wire = await openWire(shell);
    expect((await wire.get('/v1/dashboard/billing/subscription')).body).toEqual({
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: 1000,
      hard_limit_usd: 1000,
      system_hard_limit_usd: 1000,
      access_until: 0,
    });
  });
});
