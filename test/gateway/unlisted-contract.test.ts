import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { at, listAt, openWire, textAt, type Wire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const keys = {
  'sk-alpha': { account: 'alpha', models: ['sx-5.0-pro', 'house-style-v1', 'vendor/house', '__proto__'] },
  'sk-beta': { account: 'beta' },
  'sk-half': { account: 'alpha', models: ['house-style-v1'], groupRatio: '0.5' },
};
const names = ['house-style-v1', 'vendor/house', '__proto__'];
const pathOf = (name: string) => `/v1/models/${encodeURIComponent(name)}/schema`;
const queryOf = (name: string) => `/v1/model-schema?model=${encodeURIComponent(name)}`;
const priceOf = (name: string) => `/api/pricing/model?model=${encodeURIComponent(name)}`;

/** What a name without metadata is called with, by endpoint. */
const calls: readonly (readonly [string, object])[] = [
  ['/v1/images/generations', { prompt: 'A paper boat' }],
  ['/v1/videos/generations', { prompt: 'It turns' }],
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }], stream: false }],
  ['/v1/responses', { input: 'Hi' }],
];

const effectiveRates = async (wire: Wire, key: string) => {
  const answer = await wire.get(priceOf('house-style-v1'), { key });
  return at(answer.body, 'data', 'pricing', 'by_operation') as Record<string, object>;
};

describe.each(shells)('through the $name shell', (shell) => {
  test.each(names)('%s has the base contract, in path, query and list alike', async (name) => {
    await using wire = await openWire(shell, { keys });
    const answer = await wire.get(pathOf(name));
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    expect((await wire.get(queryOf(name))).text).toBe(answer.text);
    expect(answer.body).toMatchObject({
      success: true,
      object: 'model',
      idempotency: { supported: true, header: 'Idempotency-Key' },
      response_contract: { poll: { endpoint: '/v1/tasks/{task_id}', method: 'GET' } },
    });
    const list = await wire.get('/v1/models?expand=parameters&category=unknown');
    const listed = listAt(list.body, 'data').find((entry) => at(entry, 'id') === name);
    expect(at(answer.body, 'data')).toEqual(listed);
    expect(listed).toMatchObject({
      object: 'model',
      owned_by: 'unknown',
      supported_endpoint_types: ['openai', 'openai-response', 'image-generation', 'video-generation'],
      category: 'unknown',
      parameters: {
        operation: 'image_generation',
        method: 'POST',
        endpoint: '/v1/images/generations',
        schema_version: '2026-11-21',
        source: 'base',
      },
    });
    expect(Object.keys(listed as object)).not.toContain('capability_tags');
  });

  test('its schema accepts what the submission endpoint accepts, and pins the name', async () => {
    await using wire = await openWire(shell, { keys });
    const { body } = await wire.get(pathOf('house-style-v1'));
    const ajv = new Ajv2020({ strict: false });
    const validate = ajv.compile(at(body, 'data', 'parameters', 'input_schema') as object);
    const bodies: readonly (readonly [object, number])[] = [
      [{ prompt: 'A paper boat' }, 200],
      [{ prompt: 'A paper boat', seed: 7, style: { any: ['thing', null] } }, 200],
      [{}, 400],
      [{ prompt: '' }, 400],
      [{ prompt: 7 }, 400],
      [{ prompt: 'A paper boat', nsfw_check: 'yes' }, 400],
    ];
    for (const [fields, status] of bodies) {
      const sent = { model: 'house-style-v1', ...fields };
      expect([fields, (await wire.postImage(sent)).status]).toEqual([fields, status]);
      expect([fields, validate(sent)]).toEqual([fields, status === 200]);
    }
    expect(validate({ model: 'house-style-v2', prompt: 'A paper boat' })).toBe(false);
  });

  test.each(names)('%s has a price for every operation, including the group ratio', async (name) => {
    await using wire = await openWire(shell, { keys });
    const answer = await wire.get(priceOf(name));
    expect(answer.status).toBe(200);
    const image = { billing_type: 'per_image', unit: 'image', rates: { image: 0.04 } };
    expect(at(answer.body, 'data')).toEqual({
      model: name,
      pricing: {
        ...image,
        group: 'default',
        group_ratio: 1,
        effective_rates: { image: 0.04 },
        by_operation: {
          image_generation: { ...image, effective_rates: { image: 0.04 } },
          video_generation: {
            billing_type: 'per_second',
            unit: 'second',
            rates: { second: 0.05 },
            effective_rates: { second: 0.05 },
          },
          chat_completion: {
            billing_type: 'per_token',
            unit: '1000000 tokens',
            rates: { input: 1, cached_input: 1, output: 4 },
            effective_rates: { input: 1, cached_input: 1, output: 4 },
          },
        },
        extras: { tools: {} },
      },
    });
    expect(await effectiveRates(wire, 'sk-half')).toMatchObject({
      image_generation: { rates: { image: 0.04 }, effective_rates: { image: 0.02 } },
      video_generation: { rates: { second: 0.05 }, effective_rates: { second: 0.025 } },
      chat_completion: { effective_rates: { input: 0.5, output: 2 } },
    });
  });

  test.each([
    ['/v1/images/generations', 'image_generation', 'image', 1],
    ['/v1/videos/generations', 'video_generation', 'second', 5],
  ])('%s charges its published price', async (path, operation, unit, count) => {
    await using wire = await openWire(shell, { keys });
    for (const key of ['sk-alpha', 'sk-half']) {
      const rate = Number(at(await effectiveRates(wire, key), operation, 'effective_rates', unit));
      const answer = await wire.send('POST', path, {
        key,
        body: { model: 'house-style-v1', prompt: 'A paper boat' },
      });
      await wire.advance(600);
      const record = await wire.task(textAt(answer.body, 'data', 0, 'task_id'), { key });
      expect(at(record, 'cost')).toBe(rate * count);
    }
  });

  test.each(names)('every submission endpoint accepts %s', async (model) => {
    await using wire = await openWire(shell, { keys });
    for (const [path, fields] of calls) {
      const refused = await wire.send('POST', path, { body: { model, ...fields }, key: 'sk-beta' });
      expect([path, refused.status]).toEqual([path, 400]);
      expect(at(refused.body, 'error', 'reason')).toBe('unknown_model');
      const answer = await wire.send('POST', path, { body: { model, ...fields } });
      expect([path, answer.status]).not.toEqual([path, 400]);
      expect([path, answer.status]).not.toEqual([path, 403]);
    }
  });

  test('is listed among the available models, known ones by their ids', async () => {
    await using wire = await openWire(shell, { keys });
    const rest = 'house-style-v1, vendor/house, __proto__.';
    const image = `Available here: sx-5-0-pro, ${rest}`;
    for (const [model, path, status, available] of [
      ['sx-5-0-lite', '/v1/images/generations', 403, image],
      ['nobody', '/v1/images/generations', 400, image],
      [undefined, '/v1/images/generations', 400, image],
      ['vxq3', '/v1/videos/generations', 403, `Available here: ${rest}`],
      ['qx3.8-max', '/v1/chat/completions', 403, `Available here: ${rest}`],
      ['qx3.8-max', '/v1/responses', 403, `Available here: ${rest}`],
    ] as const) {
      const answer = await wire.send('POST', path, { body: { model, prompt: 'A boat' } });
      expect([path, answer.status]).toEqual([path, status]);
      expect(textAt(answer.body, 'error', 'message')).toContain(available);
    }
  });

  test('stays unknown to every other key', async () => {
    await using wire = await openWire(shell, { keys });
    for (const target of [pathOf, queryOf, priceOf].map((to) => to('house-style-v1'))) {
      const answer = await wire.get(target, { key: 'sk-beta' });
      expect([target, answer.status]).toEqual([target, 404]);
      expect(answer.text.replaceAll('house-style-v1', 'NAME')).toBe(
        (await wire.get(target.replace('house-style-v1', 'nobody'), { key: 'sk-beta' })).text.replaceAll(
          'nobody',
          'NAME',
        ),
      );
    }
  });

  test('is listed once, however often its key names it', async () => {
    const twice = { 'sk-alpha': { account: 'alpha', models: ['house-style-v1', 'house-style-v1'] } };
    await using wire = await openWire(shell, { keys: twice });
    expect(listAt((await wire.get('/v1/models')).body, 'data')).toHaveLength(1);
  });
});
