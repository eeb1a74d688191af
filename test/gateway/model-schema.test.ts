import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { readModels } from '../../scripts/contract/models/read-models.ts';
import { at, openWire, textAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const ids = ['vxq3', 'vxq3-mix', 'qx-image-3.0', 'qx-image-3.0-pro', 'sx-5-0-lite', 'sx-5-0-pro'];
const sources = await readModels(fileURLToPath(new URL('../..', import.meta.url)));

interface Example {
  readonly name: string;
  readonly breaks?: string;
  readonly request: object;
}

/** The examples of a model and of its family, as the contract's source files give them. */
function examplesOf(id: string, kind: 'valid' | 'invalid'): readonly Example[] {
  const vocabulary = sources.find((source) => source.id === id)?.vocabulary;
  // The dialect says what examples look like.
  const examples = vocabulary?.['x-examples'] as unknown as Record<typeof kind, readonly Example[]>;
  return examples[kind];
}

const ajv = new Ajv2020({ strict: false, validateSchema: true });

function compile(body: unknown) {
  return ajv.removeSchema().compile(at(body, 'data', 'parameters', 'input_schema') as object);
}

describe.each(shells)('through the $name shell', (shell) => {
  test.each(ids)('gives the same response for %s in the path and in the query', async (id) => {
    await using wire = await openWire(shell);
    const byPath = await wire.get(`/v1/models/${id}/schema`);
    expect(byPath.status).toBe(200);
    expect((await wire.get(`/v1/model-schema?model=${id}`)).text).toBe(byPath.text);
    expect(textAt(byPath.body, 'data', 'id')).toBe(id);
  });

  test.each(ids)('wraps the list item of %s', async (id) => {
    await using wire = await openWire(shell);
    const list = await wire.get('/v1/models?expand=parameters');
    const items = at(list.body, 'data') as readonly unknown[];
    const answer = await wire.get(`/v1/models/${id}/schema`);
    expect(at(answer.body, 'data')).toEqual(items.find((item) => at(item, 'id') === id));
    expect(answer.body).toMatchObject({
      success: true,
      object: 'model',
      idempotency: { supported: true, header: 'Idempotency-Key' },
      response_contract: {
        submit: { http_status: 200, task_id_path: expect.any(String) },
        poll: { endpoint: '/v1/tasks/{task_id}', method: 'GET' },
      },
    });
  });

  test.each(ids)('publishes a JSON Schema 2020-12 for %s that accepts the valid examples', async (id) => {
    await using wire = await openWire(shell);
    const validate = compile((await wire.get(`/v1/models/${id}/schema`)).body);
    for (const { name, request } of examplesOf(id, 'valid')) {
      expect([name, validate({ model: id, ...request })]).toEqual([name, true]);
    }
  });

  test.each(ids)('publishes a schema for %s that refuses what JSON Schema can express', async (id) => {
    await using wire = await openWire(shell);
    const validate = compile((await wire.get(`/v1/models/${id}/schema`)).body);
    const keywords = ['required', 'enum', 'type', 'minimum', 'maximum', 'maxItems', 'pattern', 'forbidden'];
    const told = examplesOf(id, 'invalid').filter(({ breaks }) => keywords.includes(breaks ?? ''));
    for (const { name, request } of told) {
      expect([name, validate({ model: id, ...request })]).toEqual([name, false]);
    }
    expect(validate({ model: 'another-model', prompt: 'A paper boat' })).toBe(false);
  });

  test.each(['sx-5.0-lite', 'Sx-5.0-lite', 'sx-5.0-pro'])('finds the spelling %s', async (spelling) => {
    await using wire = await openWire(shell);
    const answer = await wire.get(`/v1/models/${spelling}/schema`);
    expect(answer.status).toBe(200);
    expect(textAt(answer.body, 'data', 'id')).toBe(`sx-5-0-${spelling.slice(7)}`);
  });

  test.each([
    '/v1/models/nobody/schema',
    '/v1/models/qx3.8-max/schema',
    '/v1/models/VXQ3/schema',
    '/v1/models/vendor%2Fmodel/schema',
    '/v1/models/__proto__/schema',
    '/v1/models/constructor/schema',
    '/v1/models/%20/schema',
    '/v1/model-schema?model=vendor/model',
    '/v1/model-schema?model=vendor%2Fmodel',
    '/v1/model-schema?model=qx3.8-max',
    '/v1/model-schema?model=__proto__',
    '/v1/model-schema?model=%ff',
    '/v1/model-schema?model=%',
  ])('answers %s with 404', async (target) => {
    await using wire = await openWire(shell);
    const answer = await wire.get(target);
    expect(answer.status).toBe(404);
    expect(at(answer.body, 'error', 'type')).toBe('invalid_request_error');
  });

  test.each([
    ['vxq4', 'vxq4', ' Did you mean vxq3?'],
    ['x'.repeat(201), 'x'.repeat(200), ''],
  ])('says of %s that there is no such model', async (name, quoted, hint) => {
    const keys = { 'sk-alpha': { account: 'alpha', models: ['vxq3', 'sx-5-0-pro'] } };
    await using wire = await openWire(shell, { keys });
    const answer = await wire.get(`/v1/model-schema?model=${name}`);
    expect([answer.status, at(answer.body, 'error')]).toMatchObject([
      404,
      {
        message: `Model ${quoted} does not exist or is not available to this key.${hint} GET /v1/models lists its models.`,
        param: 'model',
      },
    ]);
  });

  test.each(['/v1/models/%/schema', '/v1/models/%zz/schema', '/v1/models/%ff/schema', '/v1/models//schema'])(
    'answers the malformed %s with the error envelope',
    async (target) => {
      await using wire = await openWire(shell);
      expect([400, 404]).toContain((await wire.get(target)).status);
    },
  );

  test.each([
    '/v1/model-schema',
    '/v1/model-schema?',
    '/v1/model-schema?model=',
    '/v1/model-schema?Model=vxq3',
  ])('requires the model in %s', async (target) => {
    await using wire = await openWire(shell);
    const answer = await wire.get(target);
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'param')).toBe('model');
  });

  test('hides a model that the key may not use', async () => {
    const keys = { 'sk-alpha': { account: 'alpha', models: ['sx-5.0-pro', 'house-model'] } };
    await using wire = await openWire(shell, { keys });
    expect((await wire.get('/v1/models/sx-5-0-pro/schema')).status).toBe(200);
    expect((await wire.get('/v1/models/vxq3/schema')).status).toBe(404);
    expect((await wire.get('/v1/models/house-model/schema', { key: 'sk-alpha' })).status).toBe(200);
    expect((await wire.get('/v1/model-schema?model=vxq3')).status).toBe(404);
  });
});
