import { expect, it } from 'vitest';
import { formatUsd, type NanoUsd, parseUsd } from '../../src/contract/money.ts';
import { holdFor, priceOf, rateFor } from '../../src/contract/price.ts';
import { parseDimensions } from '../../src/contract/sizes/ratio.ts';
import { settleSize } from '../../src/contract/sizes/size.ts';
import { accepted, modelOf, picture, pictures } from './requests.ts';
import { proCells, qxCells } from './specification-sizes.ts';

const pro = modelOf('sx-5-0-pro');

/** Price of `count` images or seconds of that many pixels. */
function priceOfSize(
  model: string,
  size: string,
  { references = 0, count = 1, groupRatio = '1' } = {},
): NanoUsd {
  const output = { ...parseDimensions(size), tier: undefined, units: 1 };
  const outputs = Array.from({ length: count }, () => output);
  return priceOf(modelOf(model), outputs, { references, groupRatio });
}

/** Price of one valid request, without a reference to follow. */
function priceOfRequest(model: string, fields: Record<string, unknown>): NanoUsd {
  const { size } = accepted(model, fields);
  if (!size) throw new TypeError(`${model} has no sizes`);
  const settled = settleSize(modelOf(model), size, undefined);
  return priceOf(modelOf(model), [{ ...settled, units: 1 }], { references: 0 });
}

const thresholds: readonly [size: string, want: string][] = [
  ['960x960', '0.045'],
  ['1612x1613', '0.045'],
  ['1124x2314', '0.045'],
  ['2601124x1', '0.045'],
  ['2601125x1', '0.09'],
  ['1566x1661', '0.09'],
  ['1634x2830', '0.09'],
];

it.each(thresholds)('sx-5-0-pro charges %s with %s USD', (size, want) => {
  expect(formatUsd(priceOfSize('sx-5-0-pro', size))).toBe(want);
});

const proPrices: Readonly<Record<string, string>> = { '1K': '0.045', '1.5K': '0.045', '2K': '0.09' };

it.each(proCells)('sx-5-0-pro charges $ratio in $tier by its tier', ({ tier, ratio }) => {
  expect(formatUsd(priceOfRequest('sx-5-0-pro', { size: ratio, resolution: tier }))).toBe(proPrices[tier]);
});

const surcharges: readonly [references: number, further: bigint][] = [
  [0, 0n],
  [1, 0n],
  [2, 1n],
  [3, 2n],
  [10, 9n],
];

it.each(surcharges)('sx-5-0-pro adds to %i references %i fixed prices', (references, further) => {
  const base = priceOfSize('sx-5-0-pro', '1024x1024');
  const added = priceOfSize('sx-5-0-pro', '1024x1024', { references: 2 }) - base;
  expect(added).toBeGreaterThan(0n);
  expect(priceOfSize('sx-5-0-pro', '1024x1024', { references })).toBe(base + further * added);
  expect(priceOfSize('sx-5-0-pro', '2048x2048', { references })).toBe(90_000_000n + further * added);
});

it.each(['qx-image-3.0', 'qx-image-3.0-pro', 'sx-5-0-lite'])('references cost nothing on %s', (model) => {
  const alone = priceOfSize(model, '1024x1024');
  expect(priceOfSize(model, '1024x1024', { references: 3 })).toBe(alone);
});

it.each(qxCells)('qx models charge $ratio in $tier by its tier', ({ tier, ratio }) => {
  const fields = { size: ratio, resolution: tier };
  const small = priceOfSize('qx-image-3.0-pro', '1024x1024');
  expect(priceOfRequest('qx-image-3.0', fields)).toBe(priceOfSize('qx-image-3.0', '1024x1024'));
  expect(priceOfRequest('qx-image-3.0-pro', fields)).toBe(tier === '2K' ? 2n * small : small);
});

const areas: readonly [size: string, times: bigint][] = [
  ['512x512', 1n],
  ['1499x1501', 1n],
  ['1500x1500', 1n],
  ['1125x2000', 1n],
  ['1401x1606', 2n],
  ['1500x1501', 2n],
  ['2048x2048', 2n],
];

it.each(areas)('qx-image-3.0-pro charges exact pixels %s at %i times 1K', (size, times) => {
  const small = priceOfSize('qx-image-3.0-pro', '1024x1024');
  expect(priceOfRequest('qx-image-3.0-pro', { size })).toBe(times * small);
  expect(priceOfRequest('qx-image-3.0', { size })).toBe(priceOfSize('qx-image-3.0', '1024x1024'));
});

it('resolution does not change the price of exact pixels', () => {
  const fields = { size: '1024x1024', resolution: '2K' };
  expect(priceOfRequest('qx-image-3.0-pro', fields)).toBe(priceOfSize('qx-image-3.0-pro', '1024x1024'));
  expect(formatUsd(priceOfRequest('sx-5-0-pro', { ...fields, size: '960x960' }))).toBe('0.045');
});

it.each(['qx-image-3.0', 'qx-image-3.0-pro', 'sx-5-0-lite'])('%s charges every image', (model) => {
  const one = priceOfSize(model, '2048x2048');
  expect(one).toBeGreaterThan(0n);
  expect(priceOfSize(model, '2048x2048', { count: 6 })).toBe(6n * one);
  expect(priceOfSize(model, '2048x2048', { count: 0 })).toBe(0n);
});

const holds: readonly [name: string, fields: Record<string, unknown>, want: string][] = [
  ['1K', { size: '1K' }, '0.765'],
  ['1.5K', { size: '1.5K' }, '0.765'],
  ['2K', { size: '2K' }, '1.53'],
  ['auto', { size: 'auto' }, '1.53'],
  ['no size', {}, '1.53'],
];

it.each(holds)('holds 17 images for layers in %s: %s', (_name, fields, want) => {
  const { self, size } = accepted('sx-5-0-pro', {
    layer_decomposition: true,
    image_urls: [picture],
    ...fields,
  });
  if (!size) throw new TypeError('there is no size');
  const outputs = [{ ...settleSize(pro, size, undefined), units: 1 }];
  expect(formatUsd(holdFor(pro, self, { outputs, references: 1 }))).toBe(want);
});

it.each(proCells)('holds 17 images whatever the ratio: $ratio in $tier', ({ tier, pixels }) => {
  const { self } = accepted('sx-5-0-pro', { layer_decomposition: true, image_urls: [picture] });
  const outputs = [{ ...parseDimensions(pixels), tier, units: 1 }];
  const want = tier === '2K' ? '1.53' : '0.765';
  expect(formatUsd(holdFor(pro, self, { outputs, references: 1 }))).toBe(want);
});

it('settles layers by the images that were generated, and at most the hold', () => {
  const made = ['2048x2048', '1400x900', '300x200'].map((size) => ({
    ...parseDimensions(size),
    tier: '2K',
    units: 1,
  }));
  expect(formatUsd(priceOf(pro, made, { references: 1 }))).toBe('0.18');
});

it('without a hold rule the hold is the price of what is planned', () => {
  const { self } = accepted('sx-5-0-pro', { image_urls: pictures(3) });
  const outputs = [{ width: 1024, height: 1024, tier: '1K', units: 1 }];
  expect(holdFor(pro, self, { outputs, references: 3 })).toBe(priceOf(pro, outputs, { references: 3 }));
});

it.each(['vxq3', 'vxq3-mix'])('%s charges by the second', (model) => {
  const clip = (units: number) =>
    priceOf(modelOf(model), [{ width: 1280, height: 720, tier: '720p', units }], { references: 7 });
  expect(clip(1)).toBeGreaterThan(0n);
  expect(clip(16)).toBe(16n * clip(1));
  expect(clip(10)).toBe(clip(3) + clip(7));
});

it('a larger tier of a video does not cost less', () => {
  const rate = (tier: string) => rateFor(modelOf('vxq3'), { width: 1, height: 1, tier });
  expect(rate('720p')).toBeGreaterThanOrEqual(rate('540p'));
  expect(rate('1080p')).toBeGreaterThanOrEqual(rate('720p'));
});

const groupRatios: readonly [ratio: string, count: number, want: bigint][] = [
  ['1', 1, 45_000_000n],
  ['0.8', 1, 36_000_000n],
  ['0', 1, 0n],
  ['0.0000001', 1, 5n],
  ['0.0000001', 2, 9n],
  ['0.0000001', 17, 77n],
  ['0.000000099', 1, 4n],
  ['1.5', 3, 202_500_000n],
];

it.each(groupRatios)(
  'a group ratio of %s on %i images of 0.045 gives %i nano-USD',
  (groupRatio, count, want) => {
    expect(priceOfSize('sx-5-0-pro', '1024x1024', { count, groupRatio })).toBe(want);
  },
);

it('prices cached input of the text model at about an eighth, cache creation higher and explicit hits lower', () => {
  const { prices } = modelOf('qx3.8-max');
  if (prices.unit !== 'token') throw new TypeError('the text model is not charged by token');
  const { input, cached_input, cache_creation = '0', explicit_cached_input = '0' } = prices.tokens;
  expect(Number(input) / Number(cached_input)).toBeCloseTo(8, 0);
  expect(parseUsd(cache_creation)).toBeGreaterThan(parseUsd(input));
  expect(parseUsd(explicit_cached_input)).toBeLessThan(parseUsd(cached_input));
  expect(prices.tools?.per).toBe(1000);
});

it('the group ratio covers the added price of references too', () => {
  const full = priceOfSize('sx-5-0-pro', '1024x1024', { references: 3 });
  expect(2n * priceOfSize('sx-5-0-pro', '1024x1024', { references: 3, groupRatio: '0.5' })).toBe(full);
});

it.each([
  ['2250000x1', 1n],
  ['2250001x1', 2n],
] as const)('qx-image-3.0-pro charges an area of %s at %i times 1K', (size, times) => {
  const small = priceOfSize('qx-image-3.0-pro', '1024x1024');
  expect(priceOfSize('qx-image-3.0-pro', size)).toBe(times * small);
});

it('refuses a tier without a rate', () => {
  const clip = { width: 960, height: 540, tier: '540p' };
  expect(() => rateFor(modelOf('vxq3-mix'), clip)).toThrow('vxq3-mix');
});

it('refuses to price a text model per image', () => {
  expect(() => priceOf(modelOf('qx3.8-max'), [], { references: 0 })).toThrow('charged by token');
});
