import { expect, it } from 'vitest';
import type { FieldShapes } from '../../../generated/catalogue.ts';
import { toViolations, type ValidatedBody } from '../../../src/contract/violations/schema-violations.ts';
import { pictures, verdict } from '../requests.ts';

const fields: FieldShapes = {
  size: 'plain',
  options: { fields: { seed: 'integer' } },
  list: { items: 'plain' },
};

/** The message about an unknown member of the value that a pointer leads to. */
function aboutUnknown(
  instancePath: string,
  name: string,
  judged: Partial<ValidatedBody> = { fields },
): string {
  const params = { additionalProperty: name };
  const error = { keyword: 'additionalProperties', params, instancePath, schemaPath: '' };
  return toViolations([error], { body: {}, ...judged })
    .map(({ path, rule, message }) => `${rule} ${path}: ${message}`)
    .join();
}

it.each([
  ['', 'sise', '/sise: sise is not a known field; did you mean size?'],
  ['', 'wholly', '/wholly: wholly is not a known field; the fields are size, options, list'],
  ['/options', 'sed', '/options/sed: options.sed is not a known field; did you mean seed?'],
  ['/list', 'wholly', '/list/wholly: list.wholly is not a known field'],
  ['/size', 'wholly', '/size/wholly: size.wholly is not a known field'],
])('below "%s" the unknown %s is explained: %s', (at, name, want) => {
  expect(aboutUnknown(at, name)).toBe(`additionalProperties ${want}`);
});

it('names up to twenty fields, and none where none is declared', () => {
  const many = (count: number): FieldShapes =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, 'plain'] as const));
  expect(aboutUnknown('', 'wholly', { fields: many(20) })).toMatch(/; the fields are f0, .*, f19$/);
  expect(aboutUnknown('', 'wholly', { fields: many(21) })).toMatch(/not a known field$/);
  expect(aboutUnknown('', 'wholly', {})).toMatch(/not a known field$/);
});

it('a field that may only be null is refused for the reason that the model gives', () => {
  const error = { keyword: 'type', params: { type: 'null' }, instancePath: '/watermark', schemaPath: '' };
  const told = (forbidden: Readonly<Record<string, string>>) =>
    toViolations([error], { body: { watermark: true }, forbidden });
  const place = { path: '/watermark', rule: 'forbidden' };
  expect(told({ watermark: 'No mark is drawn.' })).toEqual([{ ...place, message: 'No mark is drawn.' }]);
  expect(told({})).toEqual([{ ...place, message: 'watermark is not supported' }]);
});

it('a list of more than a thousand references is one violation, whatever its entries are', () => {
  const bad = (count: number) => Array.from({ length: count }, () => 'x');
  expect(verdict('vxq3', { image_urls: bad(1001) })).toBe('maxItems /image_urls');
  expect(verdict('vxq3', { image_urls: bad(1000) })).toMatch(/^maxItems \/image_urls, pattern /);
  expect(verdict('sx-5-0-pro', { layer_decomposition: true, image_urls: pictures(1001) })).toBe(
    'maxItems /image_urls',
  );
});

it.each([
  [{ mesages: [] }, 'messages is required; did you misspell it as mesages?'],
  [{ input: 'Hi' }, 'messages is required; input is for POST /v1/responses'],
  [{ prompt: 'Hi' }, 'messages is required'],
  [5, 'messages is required'],
])('a chat of %j is explained: %s', (body, want) => {
  const params = { missingProperty: 'messages' };
  const error = { keyword: 'required', params, instancePath: '', schemaPath: '' };
  expect(toViolations([error], { body }).map(({ message }) => message)).toEqual([want]);
});
