import { expect, it } from 'vitest';
import { catalogueWith, findModel, models, modelsFor } from '../../src/contract/catalogue.ts';
import { check, modelOf, verdict } from './requests.ts';

const spellings: readonly [spelling: string, id: string][] = [
  ['vxq3-mix', 'vxq3-mix'],
  ['vxq3', 'vxq3'],
  ['qx-image-3.0', 'qx-image-3.0'],
  ['qx-image-3.0-pro', 'qx-image-3.0-pro'],
  ['sx-5-0-lite', 'sx-5-0-lite'],
  ['sx-5.0-lite', 'sx-5-0-lite'],
  ['Sx-5.0-lite', 'sx-5-0-lite'],
  ['sx-5-0-pro', 'sx-5-0-pro'],
  ['sx-5.0-pro', 'sx-5-0-pro'],
  ['qx3.8-max', 'qx3.8-max'],
];

it.each(spellings)('%s names %s', (spelling, id) => {
  expect(findModel(spelling)?.identity.id).toBe(id);
});

const taken = spellings.filter(([spelling]) => spelling !== 'qx3.8-max');

it.each(taken)('a request may spell the model %s', (spelling) => {
  expect(check(spelling)).toMatchObject({ kind: 'valid', request: { model: spelling } });
});

const nearMisses: readonly [spelling: string, model: string][] = [
  ['SX-5-0-PRO', 'sx-5-0-pro'],
  ['Sx-5.0-pro', 'sx-5-0-pro'],
  ['sx-5.0-pro ', 'sx-5-0-pro'],
  ['sx-5-0', 'sx-5-0-pro'],
  ['sx-5.0-lite ', 'sx-5-0-lite'],
  [' sx-5-0-lite', 'sx-5-0-lite'],
  ['Sx-5-0-lite', 'sx-5-0-lite'],
  ['Sx-5.0-Lite', 'sx-5-0-lite'],
  ['sx-5.0.lite', 'sx-5-0-lite'],
  ['qx-image-2.0', 'qx-image-3.0'],
  ['qx-image-3-0', 'qx-image-3.0'],
  ['QX-image-3.0', 'qx-image-3.0'],
  ['vxq3_mix', 'vxq3-mix'],
  ['VXQ3', 'vxq3'],
  ['', 'vxq3'],
  ['__proto__', 'vxq3'],
  ['constructor', 'vxq3'],
];

it.each(nearMisses)('%j is not a spelling of a model', (spelling, model) => {
  expect(findModel(spelling)).toBeUndefined();
  expect(verdict(model, { model: spelling })).toBe('enum /model');
});

it('one model does not accept the spelling of another', () => {
  expect(verdict('qx-image-3.0', { model: 'qx-image-3.0-pro' })).toBe('enum /model');
  expect(verdict('sx-5-0-lite', { model: 'sx-5.0-pro' })).toBe('enum /model');
});

it('no spelling is shared by two models, and every id is one of its own spellings', () => {
  const all = models.flatMap(({ identity }) => identity.spellings);
  expect(new Set(all).size).toBe(all.length);
  for (const model of models) expect(findModel(model.identity.id)).toBe(model);
});

const operations: readonly [
  operation: 'image_generation' | 'video_generation' | 'chat_completion',
  ids: readonly string[],
][] = [
  ['video_generation', ['vxq3-mix', 'vxq3']],
  ['image_generation', ['qx-image-3.0', 'qx-image-3.0-pro', 'sx-5-0-lite', 'sx-5-0-pro']],
  ['chat_completion', ['qx3.8-max']],
];

it.each(operations)('%s is what %j have', (operation, ids) => {
  expect(modelsFor(operation).map(({ identity }) => identity.id)).toEqual(expect.arrayContaining([...ids]));
  expect(modelsFor(operation).every(({ identity }) => identity.operation === operation)).toBe(true);
});

const identities: readonly [model: string, endpoint: string, category: string, tags: readonly string[]][] = [
  ['vxq3', '/v1/videos/generations', 'video', ['Image to Video']],
  ['vxq3-mix', '/v1/videos/generations', 'video', ['Image to Video']],
  ['qx-image-3.0', '/v1/images/generations', 'image', ['Text to Image', 'Image to Image']],
  ['qx-image-3.0-pro', '/v1/images/generations', 'image', ['Text to Image', 'Image to Image']],
  ['sx-5-0-lite', '/v1/images/generations', 'image', ['Text to Image', 'Image to Image']],
  ['sx-5-0-pro', '/v1/images/generations', 'image', ['Text to Image', 'Image to Image']],
  ['qx3.8-max', '/v1/chat/completions', 'chat', ['Text']],
];

it.each(identities)('%s is called on %s', (model, endpoint, category, tags) => {
  const { identity } = modelOf(model);
  expect(identity).toMatchObject({ method: 'POST', endpoint, category });
  expect(identity.capability_tags).toEqual(expect.arrayContaining([...tags]));
  expect(identity.schema_version).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

const bytes: readonly [model: string, max: number][] = [
  ['vxq3', 52_428_800],
  ['vxq3-mix', 52_428_800],
  ['qx-image-3.0', 10_485_760],
  ['qx-image-3.0-pro', 10_485_760],
  ['sx-5-0-lite', 10_485_760],
  ['sx-5-0-pro', 31_457_280],
];

it.each(bytes)('a reference of %s has at most %i bytes', (model, max) => {
  expect(modelOf(model).media?.image_urls?.max_bytes).toBe(max);
});

const defaults: readonly [model: string, want: Record<string, unknown>][] = [
  ['vxq3', { duration: 5, resolution: '720p', aspect_ratio: '16:9' }],
  ['vxq3-mix', { duration: 5, resolution: '720p', aspect_ratio: '16:9' }],
  ['qx-image-3.0', { resolution: '1K', size: '1:1', n: 1, prompt_extend: false }],
  ['qx-image-3.0-pro', { resolution: '1K', size: '1:1', n: 1, prompt_extend: false }],
  [
    'sx-5-0-lite',
    {
      size: '1:1',
      resolution: '2K',
      n: 1,
      output_format: 'jpeg',
      sequential_image_generation: 'disabled',
      watermark: false,
    },
  ],
  [
    'sx-5-0-pro',
    {
      resolution: '1K',
      size: 'auto',
      background: 'opaque',
      layer_decomposition: false,
      optimize_prompt_options: { mode: 'standard' },
      n: 1,
      output_format: 'jpeg',
      watermark: false,
    },
  ],
  ['qx3.8-max', { stream: true }],
];

it.each(defaults)('%s has its stated defaults', (model, want) => {
  expect(modelOf(model).defaults).toMatchObject(want);
});

it('states the limits of the text model', () => {
  expect(modelOf('qx3.8-max').text).toMatchObject({
    input_tokens: { max: 983616 },
    output_tokens: { max: 131072 },
    explicit_cache: { min_tokens: 1024, life_seconds: 300 },
    pdf_page_tokens: { letter: 2082, a4: 2147 },
  });
});

it('names the five built-in tools and what they need', () => {
  const tools = modelOf('qx3.8-max').text?.tools ?? [];
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'code_interpreter',
    'image_search',
    'web_extractor',
    'web_search',
    'web_search_image',
  ]);
  expect(tools.find(({ name }) => name === 'web_extractor')?.requires).toEqual(['web_search']);
  expect(tools.find(({ name }) => name === 'image_search')?.requires_image).toBe(true);
});

it('added models replace those with their id, and are listed by title among the others', () => {
  const [pattern] = models;
  if (!pattern) throw new Error('there is no model');
  const add = (title: string, id: string) => ({
    ...pattern,
    title,
    identity: { ...pattern.identity, id, spellings: [id] },
  });
  const entries = [add('Zinc10', 'zinc-1.0'), add('Amber10', 'amber-1.0'), add('Vxq3', 'vxq3')];
  const added = { format: 1, entries, readDocument: async () => '' };
  const catalogue = catalogueWith(added);
  const ids = catalogue.models.map(({ identity }) => identity.id);
  expect([ids[0], ids.at(-1), ids.length]).toEqual(['amber-1.0', 'zinc-1.0', models.length + 2]);
  expect(catalogue.find('vxq3')).toBe(entries[2]);
});
