import { expect, it } from 'vitest';
import type { Sizes } from '../../generated/vocabulary.ts';
import { describeRange, resolveSize, settleSize, tiersOf } from '../../src/contract/sizes/size.ts';
import { accepted, check, modelOf, picture, sizeOf, verdict } from './requests.ts';

const defaults: readonly [name: string, model: string, want: string][] = [
  ['qx-image-3.0 without size and resolution', 'qx-image-3.0', '1024x1024'],
  ['qx-image-3.0-pro without size and resolution', 'qx-image-3.0-pro', '1024x1024'],
  ['sx-5-0-lite: 1:1 in 2K', 'sx-5-0-lite', '2048x2048'],
];

it.each(defaults)('%s', (_name, model, want) => {
  expect(sizeOf(model)).toBe(want);
});

const combined: readonly [name: string, model: string, fields: Record<string, string>, want: string][] = [
  ['qx: size alone is in 1K', 'qx-image-3.0', { size: '16:9' }, '1280x720'],
  ['qx: resolution alone is 1:1', 'qx-image-3.0', { resolution: '2K' }, '2048x2048'],
  ['qx: pixels ignore resolution', 'qx-image-3.0', { size: '640x512', resolution: '2K' }, '640x512'],
  ['lite: size alone is in 2K', 'sx-5-0-lite', { size: '21:9' }, '3136x1344'],
  ['lite: 2x1 equals 2:1', 'sx-5-0-lite', { size: '2x1' }, '2880x1440'],
  ['lite: 1x2 equals 1:2', 'sx-5-0-lite', { size: '1x2' }, '1440x2880'],
  ['pro: ratio alone is in 1K', 'sx-5-0-pro', { size: '16:9' }, '1312x736'],
  ['pro: 2x1 equals 2:1', 'sx-5-0-pro', { size: '2x1', resolution: '2K' }, '2880x1440'],
  ['pro: pixels ignore resolution', 'sx-5-0-pro', { size: '960x960', resolution: '2K' }, '960x960'],
];

it.each(combined)('%s', (_name, model, fields, want) => {
  expect(sizeOf(model, fields)).toBe(want);
});

const tiers: readonly [name: string, fields: Record<string, string>, tier: string][] = [
  ['neither field is 1K', {}, '1K'],
  ['resolution sets the tier', { resolution: '2K' }, '2K'],
  ['lowercase resolution sets the tier', { resolution: '1.5k' }, '1.5K'],
  ['auto with a resolution', { size: 'auto', resolution: '2K' }, '2K'],
  ['size sets the tier', { size: '1.5K' }, '1.5K'],
  ['size wins over resolution', { size: '2K', resolution: '1K' }, '2K'],
];

it.each(tiers)('sx-5-0-pro leaves the ratio to the model: %s', (_name, fields, tier) => {
  expect(accepted('sx-5-0-pro', fields).size).toMatchObject({ kind: 'auto', tier });
});

const layerTiers: readonly [name: string, fields: Record<string, string>, tier: string][] = [
  ['no size is auto, made as 2K', {}, '2K'],
  ['auto is made as 2K', { size: 'auto' }, '2K'],
  ['1K', { size: '1K' }, '1K'],
  ['1.5K', { size: '1.5K' }, '1.5K'],
  ['2K', { size: '2K' }, '2K'],
];

it.each(layerTiers)('layer decomposition accepts %s', (_name, fields, tier) => {
  const { size } = accepted('sx-5-0-pro', { layer_decomposition: true, image_urls: [picture], ...fields });
  expect(size).toMatchObject({ kind: 'auto', tier });
});

it('a layer decomposition with auto has the highest tier, a stated tier is kept', () => {
  const layers = { layer_decomposition: true, image_urls: [picture] };
  expect(accepted('sx-5-0-pro', layers).size).toMatchObject({ isCeiling: true });
  expect(accepted('sx-5-0-pro', { ...layers, size: 'auto' }).size).toMatchObject({ isCeiling: true });
  expect(accepted('sx-5-0-pro', { ...layers, size: '2K' }).size).not.toHaveProperty('isCeiling');
  expect(accepted('sx-5-0-pro', { image_urls: [picture] }).size).not.toHaveProperty('isCeiling');
});

it('a layer decomposition with auto and a stated resolution has that tier', () => {
  const fields = { layer_decomposition: true, image_urls: [picture], size: 'auto', resolution: '1K' };
  expect(accepted('sx-5-0-pro', fields).size).toEqual({ kind: 'auto', tier: '1K', reference: 'image_urls' });
});

it.each(['16:9', '16x9', '1:1', '1312x736', '1312X736', '1312×736', '3K', '9:21', 'wide'])(
  'layer decomposition refuses size %s',
  (size) => {
    const fields = { layer_decomposition: true, image_urls: [picture], size };
    expect(verdict('sx-5-0-pro', fields)).toBe('size_form /size');
  },
);

it('layer_decomposition: false leaves every form available', () => {
  expect(sizeOf('sx-5-0-pro', { layer_decomposition: false, size: '16:9' })).toBe('1312x736');
});

const unsupported: readonly [model: string, sizes: readonly string[]][] = [
  ['qx-image-3.0', ['9:21', '21:9', '2:1', '1:2', '16 : 9', '16 x 9', '16X9', 'auto', 'square', '']],
  [
    'qx-image-3.0-pro',
    ['9:21', '21:9', '2:1', '1:2', '1024 x 1024', '1024x', 'x1024', '-1024x1024', '1024x1024px'],
  ],
  ['sx-5-0-lite', ['9:21', '5:4', '2 x 1', '2X1', '2×1', '2K', '1024x1024', '2048x2048', 'Auto']],
  ['sx-5-0-pro', ['9:21', '5:4', '2 x 1', '3K', '4K', '1312 x 736', '1312*736', '1e3x1e3', '']],
];
const unsupportedRows = unsupported.flatMap(([model, sizes]) => sizes.map((size) => ({ model, size })));

it.each(unsupportedRows)('$model refuses size "$size"', ({ model, size }) => {
  expect(verdict(model, { size })).toBe('size_unsupported /size');
});

it.each(['qx-image-3.0', 'qx-image-3.0-pro', 'sx-5-0-lite', 'sx-5-0-pro'])('%s refuses 9x21', (model) => {
  expect(verdict(model, { size: '9x21' })).toMatch(/^size_\w+ \/size$/);
});

it.each(['9:21', '21:9', '16x9', '3:2', 'auto'])('videos refuse aspect_ratio %s', (aspect_ratio) => {
  expect(verdict('vxq3', { aspect_ratio })).toBe('enum /aspect_ratio');
  expect(verdict('vxq3-mix', { aspect_ratio })).toBe('enum /aspect_ratio');
});

it.each(['16:9', '9:16', '4:3', '3:4', '1:1'])('videos accept aspect_ratio %s and have it', (ratio) => {
  const [across = 0, down = 0] = ratio.split(':').map(Number);
  const [width = 0, height = 0] = sizeOf('vxq3', { aspect_ratio: ratio }).split('x').map(Number);
  expect(width * down).toBe(height * across);
});

it('a video without resolution and aspect_ratio is 720p at 16:9', () => {
  expect(sizeOf('vxq3')).toBe(sizeOf('vxq3', { resolution: '720p', aspect_ratio: '16:9' }));
  expect(sizeOf('vxq3')).not.toBe(sizeOf('vxq3', { resolution: '1080p' }));
});

const nearest: readonly [reference: string, model: string, want: string][] = [
  ['1920x1080', 'sx-5-0-lite', '2848x1600'],
  ['1900x1080', 'sx-5-0-lite', '2848x1600'],
  ['1080x1920', 'sx-5-0-lite', '1600x2848'],
  ['3000x1000', 'sx-5-0-lite', '3136x1344'],
  ['800x801', 'sx-5-0-lite', '2048x2048'],
  ['4000x250', 'sx-5-0-pro', '1568x672'],
  ['250x4000', 'sx-5-0-pro', '720x1440'],
  ['1200x900', 'sx-5-0-pro', '1152x864'],
];

it.each(nearest)('auto follows a reference of %s on %s to %s', (reference, model, want) => {
  expect(sizeOf(model, { size: 'auto', image_urls: [picture] }, reference)).toBe(want);
});

it('a reference does not change a requested size', () => {
  expect(sizeOf('sx-5-0-pro', { size: '1:1', image_urls: [picture] }, '1920x1080')).toBe('1024x1024');
});

it('auto without a known reference gives one of the sizes of its tier', () => {
  const model = modelOf('sx-5-0-pro');
  expect(settleSize(model, { kind: 'auto', tier: '2K', reference: 'image_urls' }, undefined)).toEqual({
    width: 2048,
    height: 2048,
    tier: '2K',
  });
});

it('refuses to settle on a tier that the model does not have', () => {
  const plan = { kind: 'auto', tier: '9K', reference: 'image_urls' } as const;
  expect(() => settleSize(modelOf('sx-5-0-pro'), plan, undefined)).toThrow('9K');
});

const tierRows: readonly [model: string, want: readonly string[]][] = [
  ['qx-image-3.0', ['1K', '2K']],
  ['sx-5-0-lite', ['2K', '3K', '4K']],
  ['sx-5-0-pro', ['1K', '1.5K', '2K']],
  ['qx3.8-max', []],
];

it.each(tierRows)('%s has the tiers %j', (model, want) => {
  expect(tiersOf(modelOf(model))).toEqual(want);
});

it.each([
  ['32x32', 'size_unsupported /size'],
  ['32x1', 'size_unsupported /size'],
  ['33x33', 'size_area /size'],
  ['33x2', 'size_ratio /size, size_area /size'],
])('sx-5-0-pro reads %s as a ratio up to 32 and as pixels above: %s', (size, want) => {
  expect(verdict('sx-5-0-pro', { size })).toBe(want);
});

const ratios = '1:1, 4:3, 3:4, 16:9, 9:16, 3:2, 2:3';
const usable: readonly [model: string, want: string][] = [
  ['qx-image-3.0', `${ratios} or exact pixels such as 1024x1024`],
  ['sx-5-0-lite', `${ratios}, 2:1, 1:2, 21:9 or auto`],
  ['sx-5-0-pro', `1K, 1.5K, 2K, ${ratios}, 2:1, 1:2, 21:9, auto or exact pixels such as 1024x1024`],
];

it.each(usable)('%s names the sizes that it supports when it rejects one', (model, want) => {
  expect(check(model, { size: '9:21' })).toMatchObject({
    violations: [{ message: `size: "9:21" is not supported; use ${want}` }],
  });
});

it('a range is described by its ends', () => {
  expect(describeRange({ min: 512, max: 2048 })).toBe('between 512 and 2048');
  expect(describeRange({ min: 128 })).toBe('at least 128');
  expect(describeRange({ max: 36_000_000 })).toBe('at most 36000000');
});

/** The smallest table of sizes: a model of its own has one like it. */
const plainSizes: Sizes = {
  fields: { size: 'size', tier: 'resolution' },
  forms: ['ratio'],
  table: { '1K': { '1:1': '1024x1024' }, '2K': { '1:1': '2048x2048', '2:1': '2880x1440' } },
};
const plainModel = { ...modelOf('qx-image-3.0'), sizes: plainSizes };
const plainSize = (size: string, resolution: string) =>
  resolveSize(plainModel, { size, resolution }, { size, resolution });

it('a model that names no separators reads ratios with a colon', () => {
  expect(plainSize('2:1', '2K')).toMatchObject({ plan: { width: 2880, height: 1440, tier: '2K' } });
  expect(plainSize('2x1', '2K')).toMatchObject({ kind: 'invalid' });
});

it('a ratio that only another tier has is refused', () => {
  expect(plainSize('2:1', '1K')).toMatchObject({ violations: [{ rule: 'size_unsupported' }] });
});
