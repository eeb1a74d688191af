import { expect, it } from 'vitest';
import {
  atReference,
  checkReference,
  checkSource,
  type ReferenceFacts,
  referenceFields,
} from '../../src/contract/media-limits.ts';
import { parseDimensions } from '../../src/contract/sizes/ratio.ts';
import { accepted, check, modelOf, picture, pictures } from './requests.ts';

type Fields = Record<string, unknown>;

/** Rules that a reference of `size` breaks, joined by commas, or `fine`. */
function judge(
  model: string,
  size: string,
  { format = 'png', hasAlpha = false, fields = {} }: Partial<ReferenceFacts> & { fields?: Fields } = {},
): string {
  const { self } = accepted(model, { image_urls: [picture], ...fields });
  const [field] = referenceFields(modelOf(model), self);
  if (!field) throw new TypeError(`${model} names no reference`);
  const facts = { ...parseDimensions(size), format, hasAlpha };
  const violations = checkReference(field, facts, { index: 0, self });
  return violations.map(({ rule }) => rule).join(', ') || 'fine';
}

const limits: readonly [model: string, size: string, want: string][] = [
  ['vxq3', '128x128', 'fine'],
  ['vxq3', '127x128', 'side'],
  ['vxq3', '128x127', 'side'],
  ['vxq3', '129x129', 'fine'],
  ['vxq3', '100x1000', 'side, ratio'],
  ['vxq3', '512x128', 'fine'],
  ['vxq3', '513x128', 'ratio'],
  ['vxq3', '511x128', 'fine'],
  ['vxq3', '128x512', 'fine'],
  ['vxq3', '128x513', 'ratio'],
  ['vxq3', '12000x12000', 'fine'],
  ['vxq3-mix', '128x128', 'fine'],
  ['vxq3-mix', '127x128', 'side'],
  ['vxq3-mix', '513x128', 'ratio'],
  ['qx-image-3.0', '384x384', 'fine'],
  ['qx-image-3.0', '383x383', 'fine'],
  ['qx-image-3.0', '2049x2049', 'fine'],
  ['qx-image-3.0', '4000x10', 'fine'],
  ['sx-5-0-lite', '15x15', 'fine'],
  ['sx-5-0-lite', '14x15', 'side'],
  ['sx-5-0-lite', '15x14', 'side'],
  ['sx-5-0-lite', '15x45', 'fine'],
  ['sx-5-0-lite', '15x46', 'ratio'],
  ['sx-5-0-lite', '45x15', 'fine'],
  ['sx-5-0-lite', '46x15', 'ratio'],
  ['sx-5-0-lite', '6000x6000', 'fine'],
  ['sx-5-0-lite', '7200x5000', 'fine'],
  ['sx-5-0-lite', '3617x9953', 'pixels'],
  ['sx-5-0-lite', '6000x6001', 'pixels'],
  ['sx-5-0-lite', '6000x5999', 'fine'],
  ['sx-5-0-pro', '15x15', 'fine'],
  ['sx-5-0-pro', '14x15', 'side'],
  ['sx-5-0-pro', '15x14', 'side'],
  ['sx-5-0-pro', '15x240', 'fine'],
  ['sx-5-0-pro', '15x241', 'ratio'],
  ['sx-5-0-pro', '240x15', 'fine'],
  ['sx-5-0-pro', '241x15', 'ratio'],
  ['sx-5-0-pro', '24000x1500', 'fine'],
  ['sx-5-0-pro', '6000x6000', 'fine'],
  ['sx-5-0-pro', '3617x9953', 'pixels'],
];

it.each(limits)('%s accepts or refuses a reference of %s: %s', (model, size, want) => {
  expect(judge(model, size)).toBe(want);
});

const everyFormat = ['png', 'jpeg', 'webp', 'bmp', 'tiff', 'gif', 'heic', 'heif', 'avif', 'svg', 'pdf'];
const formats: readonly [model: string, taken: readonly string[]][] = [
  ['vxq3', ['png', 'jpeg', 'webp']],
  ['vxq3-mix', ['png', 'jpeg', 'webp']],
  ['qx-image-3.0', ['jpeg', 'png', 'bmp', 'tiff', 'webp', 'gif']],
  ['qx-image-3.0-pro', ['jpeg', 'png', 'bmp', 'tiff', 'webp', 'gif']],
  ['sx-5-0-lite', ['jpeg', 'png']],
  ['sx-5-0-pro', ['jpeg', 'png', 'webp', 'bmp', 'tiff', 'gif', 'heic', 'heif']],
];
const formatRows = formats.flatMap(([model, taken]) =>
  everyFormat.map((format) => [model, format, taken.includes(format) ? 'fine' : 'format'] as const),
);

it.each(formatRows)('%s with a reference in %s: %s', (model, format, want) => {
  expect(judge(model, '1000x1000', { format })).toBe(want);
});

const transparent = { background: 'transparent', output_format: 'png' };

it('a transparent background needs an alpha channel', () => {
  expect(judge('sx-5-0-pro', '1000x1000', { hasAlpha: true, fields: transparent })).toBe('fine');
  expect(judge('sx-5-0-pro', '1000x1000', { hasAlpha: false, fields: transparent })).toBe(
    'transparent_input',
  );
  expect(judge('sx-5-0-pro', '1000x1000', { hasAlpha: false })).toBe('fine');
});

const layerInputs: readonly [size: string, format: string, want: string][] = [
  ['512x512', 'png', 'fine'],
  ['512x512', 'jpeg', 'fine'],
  ['511x513', 'png', 'layer_input'],
  ['513x512', 'png', 'fine'],
  ['6000x6000', 'jpeg', 'fine'],
  ['3617x9953', 'jpeg', 'pixels, layer_input'],
  ['512x512', 'webp', 'layer_input'],
  ['512x512', 'gif', 'layer_input'],
  ['512x512', 'heic', 'layer_input'],
  ['512x512', 'avif', 'format, layer_input'],
];

it.each(layerInputs)('layer decomposition of %s %s: %s', (size, format, want) => {
  expect(judge('sx-5-0-pro', size, { format, fields: { layer_decomposition: true } })).toBe(want);
});

it('the limits of a layer input apply only to layer decomposition', () => {
  expect(judge('sx-5-0-pro', '511x513', { format: 'webp' })).toBe('fine');
});

/** Whether the schema or the media limits reject an address. */
function isRefused(model: string, address: string): boolean {
  const result = check(model, { image_urls: [address] });
  if (result.kind !== 'valid') return true;
  const [field] = referenceFields(result.model, result.self);
  return field === undefined || checkSource(field, address, 0) !== undefined;
}

const png = 'data:image/png;base64,iVBORw0KGgo=';
const addresses: readonly [model: string, address: string, refused: boolean][] = [
  ['vxq3', 'https://images.example.com/1.png', false],
  ['vxq3', 'http://images.example.com/1.png', false],
  ['vxq3', png, true],
  ['vxq3', 'ftp://images.example.com/1.png', true],
  ['vxq3', 'file:///1.png', true],
  ['vxq3', 'images.example.com/1.png', true],
  ['vxq3', '', true],
  ['vxq3-mix', png, true],
  ['qx-image-3.0', 'http://images.example.com/1.png', false],
  ['qx-image-3.0', png, false],
  ['qx-image-3.0', 'ftp://images.example.com/1.png', true],
  ['sx-5-0-lite', png, false],
  ['sx-5-0-lite', 'iVBORw0KGgo=', true],
  ['sx-5-0-lite', 'image/png;base64,iVBORw0KGgo=', true],
  ['sx-5-0-lite', 'data:text/plain;base64,iVBORw0KGgo=', true],
  ['sx-5-0-pro', png, false],
  ['sx-5-0-pro', 'data:image/heic;base64,iVBORw0KGgo=', false],
  ['sx-5-0-pro', 'data:image/PNG;base64,iVBORw0KGgo=', true],
  ['sx-5-0-pro', 'iVBORw0KGgo=', true],
];

it.each(addresses)('%s with the address %s is refused: %s', (model, address, refused) => {
  expect(isRefused(model, address)).toBe(refused);
});

it('finds every URL of a media field, and none if there are none', () => {
  const { model, self } = accepted('sx-5-0-pro', { image_urls: pictures(3) });
  expect(referenceFields(model, self)).toMatchObject([{ field: 'image_urls', addresses: pictures(3) }]);
  expect(referenceFields(model, accepted('sx-5-0-pro').self)).toEqual([]);
  expect(referenceFields(model, accepted('sx-5-0-pro', { image_urls: [] }).self)).toEqual([]);
});

it('points at the reference and says what it is and what is allowed', () => {
  const { model, self } = accepted('sx-5-0-lite', { image_urls: pictures(2) });
  const [field] = referenceFields(model, self);
  if (!field) throw new TypeError('there is no reference');
  const facts = { width: 5000, height: 800, format: 'png', hasAlpha: true };
  const [violation] = checkReference(field, facts, { index: 1, self });
  expect(violation).toMatchObject({ path: '/image_urls/1', rule: 'ratio' });
  expect(violation?.message).toMatch(/^image_urls\[1\]: .*1:3.*3:1.*5000x800/);
});

it('the message for a rejected source names the allowed ones and not the URL', () => {
  const { model, self } = accepted('vxq3');
  const [field] = referenceFields(model, self);
  if (!field) throw new TypeError('there is no reference');
  const violation = checkSource(field, `data:image/png;base64,${'A'.repeat(5000)}`, 4);
  expect(violation).toMatchObject({ path: '/image_urls/4', rule: 'source' });
  expect(violation?.message).toContain('https://');
  expect(violation?.message.length).toBeLessThan(300);
});

it('puts a violation of any rule at an entry of a field', () => {
  expect(atReference('image_urls', 2, { rule: 'unreachable', message: 'cannot be fetched' })).toEqual({
    path: '/image_urls/2',
    rule: 'unreachable',
    message: 'image_urls[2]: cannot be fetched',
  });
});

it('messages name the kinds of URLs and the pixels that a model accepts', () => {
  const { model, self } = accepted('sx-5-0-pro', { image_urls: [picture] });
  const [field] = referenceFields(model, self);
  if (!field) throw new TypeError('sx-5-0-pro has references');
  expect(checkSource(field, 'see https://images.example.com/1.png', 0)?.message).toBe(
    'image_urls[0]: must be one of http://, https://, data:image/<format>;base64,<data>; got "see https://images.example.com/1.png"',
  );
  expect(checkSource(field, 'images.example.com', 0)?.rule).toBe('source');
  const facts = { format: 'jpeg', width: 6000, height: 6001, hasAlpha: false };
  expect(checkReference(field, facts, { index: 0, self }).map(({ message }) => message)).toEqual([
    'image_urls[0]: width times height must be at most 36000000 pixels; this image is a JPEG of 6000x6001 pixels (36006000 in total)',
  ]);
  const small = { format: 'avif', width: 640, height: 480, hasAlpha: false };
  expect(checkReference(field, small, { index: 0, self })[0]?.message).toMatch(
    /; this image is an AVIF of 640x480 pixels$/,
  );
});
