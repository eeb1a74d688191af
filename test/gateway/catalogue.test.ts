import { describe, expect, test } from 'vitest';
import { models } from '../../src/contract/catalogue.ts';
import { type Answer, at, listAt, openWire, textAt } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';

const baseFields = ['id', 'object', 'created', 'owned_by', 'supported_endpoint_types'];
/** The models of the specification; `schemas/models/` may contain others. */
const specified = [
  ['qx-image-3.0', 'image', ['Text to Image', 'Image to Image']],
  ['qx-image-3.0-pro', 'image', ['Text to Image', 'Image to Image']],
  ['qx3.8-max', 'chat', expect.arrayContaining(['Text'])],
  ['sx-5-0-lite', 'image', ['Text to Image', 'Image to Image']],
  ['sx-5-0-pro', 'image', ['Text to Image', 'Image to Image']],
  ['vxq3', 'video', ['Image to Video']],
  ['vxq3-mix', 'video', ['Image to Video']],
] as const;

const entriesOf = (answer: Answer) => listAt(answer.body, 'data');
const idsOf = (answer: Answer) =>
  entriesOf(answer)
    .map((entry) => textAt(entry, 'id'))
    .sort();
/** The ids without those of models that the specification does not have. */
const specifiedIdsOf = (answer: Answer) =>
  idsOf(answer).filter((id) => specified.some(([known]) => known === id));

describe.each(shells)('through the $name shell', (shell) => {
  test('lists every model in the base format', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.get('/v1/models');
    expect(Object.keys(answer.body ?? {})).toEqual(['success', 'object', 'data']);
    expect(answer.body).toMatchObject({ success: true, object: 'list' });
    expect(specifiedIdsOf(answer)).toEqual(specified.map(([id]) => id).sort());
    expect(idsOf(answer)).toEqual(models.map(({ identity }) => identity.id).sort());
    for (const entry of entriesOf(answer)) expect(Object.keys(entry as object)).toEqual(baseFields);
  });

  test.each([
    '?expand=everything',
    '?expand=',
    '?expand',
    '?',
    '?expand=Category',
    '?expand=PARAMETERS',
    '?expand=parameters,category',
    '?category=image',
    '?expand=nothing&category=video',
    '?unknown=1',
  ])('returns for %s exactly what it returns without expand', async (query) => {
    await using wire = await openWire(shell);
    const plain = await wire.get('/v1/models');
    expect((await wire.get(`/v1/models${query}`)).text).toBe(plain.text);
  });

  test('adds category and tags, and no parameters, for expand=category', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.get('/v1/models?expand=category');
    for (const [id, category, tags] of specified) {
      const entry = entriesOf(answer).find((candidate) => at(candidate, 'id') === id);
      expect(entry).toMatchObject({ id, object: 'model', category, capability_tags: tags });
      expect(Object.keys(entry as object)).toEqual([...baseFields, 'category', 'capability_tags']);
    }
  });

  test('uses the capability tags of section 2.1 only', async () => {
    await using wire = await openWire(shell);
    const possible: Readonly<Record<string, readonly string[]>> = {
      video: ['Text to Video', 'Image to Video', 'Video to Video'],
      image: ['Text to Image', 'Image to Image'],
      chat: ['Text', 'Embedding', 'Vision', 'Audio', 'Omni'],
      audio: ['Audio'],
    };
    for (const entry of entriesOf(await wire.get('/v1/models?expand=category'))) {
      const tags = listAt(entry, 'capability_tags');
      expect(possible[String(at(entry, 'category'))]).toEqual(expect.arrayContaining([...tags]));
    }
  });

  test('adds parameters to image and video models, and not to chat and audio models', async () => {
    await using wire = await openWire(shell);
    for (const entry of entriesOf(await wire.get('/v1/models?expand=parameters'))) {
      const category = at(entry, 'category');
      if (category === 'chat' || category === 'audio') {
        expect(at(entry, 'parameters')).toBeUndefined();
        continue;
      }
      expect(at(entry, 'parameters')).toMatchObject({
        operation: `${String(category)}_generation`,
        method: 'POST',
        endpoint: `/v1/${String(category)}s/generations`,
        schema_version: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        source: expect.any(String),
        input_schema: expect.objectContaining({ type: 'object', additionalProperties: true }),
      });
    }
  });

  test.each([
    ['image', ['qx-image-3.0', 'qx-image-3.0-pro', 'sx-5-0-lite', 'sx-5-0-pro']],
    ['video', ['vxq3', 'vxq3-mix']],
    ['chat', ['qx3.8-max']],
    ['audio', []],
    ['unknown', []],
  ])('filters by category %s', async (category, ids) => {
    await using wire = await openWire(shell);
    for (const expand of ['category', 'parameters']) {
      const answer = await wire.get(`/v1/models?expand=${expand}&category=${category}`);
      expect(specifiedIdsOf(answer)).toEqual(ids);
      for (const entry of entriesOf(answer)) expect(at(entry, 'category')).toBe(category);
      expect(answer.body).toMatchObject({ success: true, object: 'list' });
    }
  });

  test('lists what the key may use: each model once, whatever spelling its allow-list has', async () => {
    const allowed = ['Sx-5.0-lite', 'sx-5-0-lite', 'vxq3', 'house-model'];
    await using wire = await openWire(shell, { keys: { 'sk-alpha': { account: 'alpha', models: allowed } } });
    const listed = ['house-model', 'sx-5-0-lite', 'vxq3'];
    for (const query of ['', '?expand=category', '?expand=parameters', '?expand=other']) {
      expect(idsOf(await wire.get(`/v1/models${query}`))).toEqual(listed);
    }
    expect(idsOf(await wire.get('/v1/models?expand=category&category=image'))).toEqual(['sx-5-0-lite']);
  });

  test('lists an unknown name with category unknown and without tags', async () => {
    const allowed = ['house-model', 'vxq3'];
    await using wire = await openWire(shell, { keys: { 'sk-alpha': { account: 'alpha', models: allowed } } });
    const answer = await wire.get('/v1/models?expand=category&category=unknown');
    expect(entriesOf(answer)).toEqual([
      {
        id: 'house-model',
        object: 'model',
        created: expect.any(Number),
        owned_by: expect.any(String),
        supported_endpoint_types: expect.any(Array),
        category: 'unknown',
      },
    ]);
    const base = entriesOf(await wire.get('/v1/models')).find((entry) => at(entry, 'id') === 'house-model');
    expect(Object.keys(base as object)).toEqual(baseFields);
  });

  test('keeps the scopes of keys apart', async () => {
    const keys = {
      'sk-alpha': { account: 'alpha', models: ['vxq3'] },
      'sk-beta': { account: 'beta', models: ['sx-5-0-pro'] },
      'sk-none': { account: 'alpha', models: [] },
    };
    await using wire = await openWire(shell, { keys });
    expect(idsOf(await wire.get('/v1/models'))).toEqual(['vxq3']);
    expect(idsOf(await wire.get('/v1/models', { key: 'sk-beta' }))).toEqual(['sx-5-0-pro']);
    expect(idsOf(await wire.get('/v1/models', { key: 'sk-none' }))).toEqual([]);
  });
});
