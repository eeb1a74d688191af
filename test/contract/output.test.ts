import { expect, it } from 'vitest';
import { estimatedSeconds, linkLifeSeconds, planOutput } from '../../src/contract/output.ts';
import { accepted, countOf, modelOf, outputOf, picture, pictures } from './requests.ts';

const counts: readonly [model: string, fields: Record<string, unknown>, want: number][] = [
  ['qx-image-3.0', {}, 1],
  ['qx-image-3.0', { n: 1 }, 1],
  ['qx-image-3.0', { n: 6 }, 6],
  ['qx-image-3.0', { n: 7 }, 6],
  ['qx-image-3.0', { n: 1e21 }, 6],
  ['qx-image-3.0-pro', { n: 7 }, 6],
  ['sx-5-0-lite', {}, 1],
  ['sx-5-0-lite', { n: 15 }, 15],
  ['sx-5-0-lite', { n: 4, sequential_image_generation: 'disabled' }, 4],
  ['sx-5-0-lite', { n: 14, image_urls: pictures(1) }, 14],
  [
    'sx-5-0-lite',
    { sequential_image_generation: 'auto', sequential_image_generation_options: { max_images: 5 } },
    5,
  ],
  ['sx-5-0-lite', { sequential_image_generation_options: { max_images: 5 } }, 1],
  ['sx-5-0-pro', {}, 1],
  ['sx-5-0-pro', { n: 1 }, 1],
];

it.each(counts)('%s with %j', (model, fields, want) => {
  expect(countOf(model, fields)).toBe(want);
});

const seconds: readonly [model: string, fields: Record<string, unknown>, want: number][] = [
  ['vxq3', {}, 5],
  ['vxq3', { duration: 3 }, 3],
  ['vxq3', { duration: 16 }, 16],
  ['vxq3-mix', {}, 5],
  ['vxq3-mix', { duration: 1 }, 1],
];

it.each(seconds)('%s with %j lasts', (model, fields, want) => {
  expect(outputOf(model, fields)).toEqual({ kind: 'video', seconds: want });
});

const formats: readonly [model: string, fields: Record<string, unknown>, want: string][] = [
  ['sx-5-0-lite', {}, 'jpeg'],
  ['sx-5-0-lite', { output_format: 'jpeg' }, 'jpeg'],
  ['sx-5-0-lite', { output_format: 'png' }, 'png'],
  ['sx-5-0-pro', {}, 'jpeg'],
  ['sx-5-0-pro', { output_format: 'png' }, 'png'],
  ['sx-5-0-pro', { response_format: 'png' }, 'png'],
  ['sx-5-0-pro', { response_format: 'jpeg' }, 'jpeg'],
  ['sx-5-0-pro', { response_format: 'webp' }, 'jpeg'],
  ['sx-5-0-pro', { response_format: 'b64_json' }, 'jpeg'],
];

it.each(formats)('%s with %j is made as %s', (model, fields, want) => {
  expect(outputOf(model, fields)).toMatchObject({ kind: 'image', format: want });
});

it('output_format does not affect the qx models', () => {
  const plain = outputOf('qx-image-3.0');
  expect(outputOf('qx-image-3.0', { output_format: 'jpeg' })).toEqual(plain);
  expect(outputOf('qx-image-3.0', { output_format: 'png' })).toEqual(plain);
});

it.each(['sx-5-0-lite', 'sx-5-0-pro'])('%s draws a watermark only when asked', (model) => {
  expect(outputOf(model)).toMatchObject({ watermark: false });
  expect(outputOf(model, { watermark: true })).toMatchObject({ watermark: true });
});

it('sx-5-0-pro is transparent only when requested', () => {
  const fields = { background: 'transparent', output_format: 'png', image_urls: [picture] };
  expect(outputOf('sx-5-0-pro')).toMatchObject({ transparent: false });
  expect(outputOf('sx-5-0-pro', fields)).toMatchObject({ transparent: true, format: 'png' });
});

it('a layer decomposition makes up to 16 layers', () => {
  const fields = { layer_decomposition: true, image_urls: [picture] };
  expect(outputOf('sx-5-0-pro', fields)).toMatchObject({ count: 1, maxLayers: 16 });
  expect(outputOf('sx-5-0-pro')).toMatchObject({ maxLayers: undefined });
});

const estimates: readonly [model: string, tier: string, want: number][] = [
  ['sx-5-0-pro', '1K', 90],
  ['sx-5-0-pro', '2K', 160],
];

it.each(estimates)('%s in %s is expected after %i seconds', (model, tier, want) => {
  expect(estimatedSeconds(modelOf(model), tier)).toBe(want);
});

it('2K of the qx models is expected later than 1K, within the advised three minutes', () => {
  const model = modelOf('qx-image-3.0');
  expect(estimatedSeconds(model, '2K')).toBeGreaterThan(estimatedSeconds(model, '1K'));
  expect(estimatedSeconds(model, '2K')).toBeLessThan(180);
});

it('exact pixels are expected no sooner than the slowest tier', () => {
  expect(estimatedSeconds(modelOf('sx-5-0-pro'), undefined)).toBe(160);
});

it('links of sx-5-0-lite live 72 hours', () => {
  expect(linkLifeSeconds(modelOf('sx-5-0-lite'))).toBe(259200);
});

it.each(['qx-image-3.0', 'sx-5-0-pro', 'vxq3'])('links of %s live 30 days', (model) => {
  expect(linkLifeSeconds(modelOf(model))).toBe(2592000);
});

it('names the expression whose result is not an integer', () => {
  const { model, self } = accepted('sx-5-0-lite');
  const images = { count: "'many'", max: 15 };
  const broken = { ...model, output: { kind: 'image', images } } as const;
  expect(() => planOutput(broken, self)).toThrow("'many'");
});
