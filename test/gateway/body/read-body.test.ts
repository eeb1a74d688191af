import { expect, test } from 'vitest';
import type { OperationId } from '../../../generated/operations.ts';
import { nodeDigest } from '../../../src/adapters/platform/node-digest.ts';
import { packageCatalogue } from '../../../src/contract/catalogue.ts';
import { bodyReadingOf } from '../../../src/gateway/body/body-reading.ts';
import { type BodyReading, readBody } from '../../../src/gateway/body/read-body.ts';
import { at } from '../../support/open-wire.ts';

const MB = 2 ** 20;
const reading: BodyReading = {
  dataFields: ['image_urls', 'video_urls'],
  dataMembers: [],
  maxRestBytes: 3 * MB,
};

function read(text: string | Uint8Array, own: Partial<BodyReading> = {}) {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return readBody(bytes, { ...reading, ...own }, nodeDigest.sha256);
}

/** The message of a refusal, and the place that it names. */
function refusalOf(text: string | Uint8Array, own: Partial<BodyReading> = {}) {
  const found = read(text, own);
  if (found.kind === 'read') return found.kind;
  const error = at(found.response.body, 'error');
  return [at(error, 'message'), at(error, 'violations', 0, 'path') ?? at(error, 'param')];
}

const arrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const fields = (count: number) => Array.from({ length: count }, (_, index) => `"f${index}":1`).join();

test.each([
  ['[]', 'The request body must be a JSON object, sent as application/json; got an array.'],
  ['null', 'The request body must be a JSON object, sent as application/json; got null.'],
  ['"x"', 'The request body must be a JSON object, sent as application/json; got "x".'],
  ['', 'The request body is not valid JSON: it is empty.'],
  [
    '--boundary\r\n',
    'The request body is not valid JSON: it is a multipart form. Send a JSON object as application/json.',
  ],
  [
    'prompt=A+boat&n=1',
    'The request body is not valid JSON: it is a URL-encoded form. Send a JSON object as application/json.',
  ],
])('refuses the body %j', (text, message) => {
  expect(refusalOf(text)).toEqual([message, '']);
});

test.each(['-x', '-- boundary'])('%s is not taken for a form', (text) => {
  expect(String(refusalOf(text))).toMatch(/is not valid JSON: (?!.*form)/);
});

test('refuses what is not UTF-8, and a byte order mark is no fault', () => {
  expect(refusalOf(Uint8Array.of(0x7b, 0xff, 0x7d))).toEqual([
    'The request body is not valid JSON: it is not UTF-8.',
    '',
  ]);
  expect(read('\ufeff{"n":1}')).toMatchObject({ kind: 'read', value: { n: 1 } });
});

const deeply = 'nests objects and arrays too deeply: the body may have at most 64 levels';
const wide = 'contains an object with more than 10000 fields';

test.each([
  ['without a name', arrays(65), `The body ${deeply}`, ''],
  ['with a name', `{"n":1,"a b":${arrays(64)}}`, `a b ${deeply}`, '/a b'],
  ['with a name with escapes', `{"a\\u002fb":${arrays(64)}}`, `a/b ${deeply}`, '/a~1b'],
  ['with half a character', `{"\\ud800":${arrays(64)}}`, `\ufffd ${deeply}`, '/\ufffd'],
  ['with an invalid name', `{"\\x":${arrays(64)}}`, `The body ${deeply}`, ''],
  [
    'with a long name',
    `{"${'n'.repeat(198)}":${arrays(64)}}`,
    `${'n'.repeat(198)} ${deeply}`,
    `/${'n'.repeat(198)}`,
  ],
  ['with a name that is too long', `{"${'n'.repeat(199)}":${arrays(64)}}`, `The body ${deeply}`, ''],
  ['with many members and without a name', `[{${fields(10_001)}}]`, `The body ${wide}`, ''],
  ['with many members and a name', `{"a":[{${fields(10_001)}}]}`, `a ${wide}`, '/a'],
])('refuses nesting %s', (_what, text, message, path) => {
  expect(refusalOf(text)).toEqual([message, path]);
});

test('accepts what is as deep and as wide as allowed', () => {
  expect(read(`{"a":${arrays(63)}}`).kind).toBe('read');
  expect(read(`{"a":{${fields(10_000)}}}`).kind).toBe('read');
  expect(read(`{${fields(10_000)}}`).kind).toBe('read');
  expect(refusalOf(`{${fields(10_001)}}`)).toEqual([
    'The body has 10001 fields; it may have at most 10000.',
    '',
  ]);
});

test('refuses more than two megabytes outside of strings', () => {
  expect(read(`{}${' '.repeat(2 * MB - 2)}`).kind).toBe('read');
  expect(refusalOf(`{}${' '.repeat(2 * MB - 1)}`)).toEqual([
    'The body has more than 2097152 bytes outside of its strings.',
    '',
  ]);
});

test('refuses more bytes than allowed apart from data', () => {
  expect(read('{"n":1}', { maxRestBytes: 7 })).toEqual({
    kind: 'read',
    value: { n: 1 },
    taken: [],
    restBytes: 7,
  });
  expect(refusalOf('{"n":1}', { maxRestBytes: 6 })).toEqual([
    'The body has 7 bytes, not counting data URIs in the media fields of its model; it may have at most 6.',
    '',
  ]);
});

const long = 'x'.repeat(5000);
const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`f${index}`, long]));

test.each<[string, object, string]>([
  ['a text', { image_url: long }, 'image_urls as image_url'],
  ['a text after others', { a: { b: [{ c: 1 }] }, d: [[1]], image_url: long }, 'image_urls as image_url'],
  ['an object', { image_url: { url: long } }, 'image_urls as image_url'],
  ['a list in an object', { image_url: { url: ['', long] } }, 'image_urls as image_url'],
  ['a list beside a known field', { image_urls: [long], videourl: [long] }, 'video_urls as videourl'],
  ['a text beside a text of its name', { image_urls: long, image_url: long }, 'image_urls as image_url'],
])('asks whether %s is a misspelled media field', (_what, body, asked) => {
  const [message] = refusalOf(JSON.stringify(body), { maxRestBytes: 4096 });
  expect(message).toMatch(new RegExp(`may have at most 4096; did you misspell ${asked}\\?$`));
});

test.each<[string, object]>([
  ['short', { image_url: 'x'.repeat(4096), prompt: long }],
  ['in an object of another name', { extra: { image_url: long } }],
  ['the field itself', { image_urls: long }],
  ['behind fifty others', { ...many, image_url: long }],
])('does not ask that about a text that is %s', (_what, body) => {
  const [message] = refusalOf(JSON.stringify(body), { maxRestBytes: 4096 });
  expect(message).toMatch(/may have at most 4096\.$/);
});

const odd = 'must not contain U+0000 or unpaired surrogates';

test.each([
  [String.raw`"\u0000"`, `the body ${odd}`, ''],
  [String.raw`["\u0000"]`, `0 ${odd}`, '/0'],
  [String.raw`{"a":null,"b":7,"c":{"d":["\ud800"]}}`, `c.d[0] ${odd}`, '/c/d/0'],
  [String.raw`{"a":{"\u0000":1}}`, `the name of a member of a ${odd}`, '/a'],
  [String.raw`{"webhook":"\u0000","prompt":"\u0000"}`, `prompt ${odd}`, '/prompt'],
  [`{"a":{"${'n'.repeat(297)}":"\\u0000"}}`, `a.${'n'.repeat(297)} ${odd}`, `/a/${'n'.repeat(297)}`],
  [`{"a":{"${'n'.repeat(298)}":"\\u0000"}}`, `a ${odd}`, '/a'],
])('refuses the odd text in %s', (text, message, path) => {
  expect(refusalOf(text)).toEqual([message, path]);
});

test('drops an odd address of callbacks, and an odd language', () => {
  expect(read(String.raw`{"webhook":"\u0000","language":{"a":"\ud800"},"n":1}`)).toMatchObject({
    kind: 'read',
    value: { n: 1 },
  });
});

test.each<[OperationId, BodyReading]>([
  ['createImage', { dataFields: ['image_urls'], dataMembers: [], maxRestBytes: MB }],
  ['createVideo', { dataFields: [], dataMembers: [], maxRestBytes: MB }],
  [
    'createChatCompletion',
    { dataFields: [], dataMembers: ['url', 'file_url', 'file_data'], maxRestBytes: Number.POSITIVE_INFINITY },
  ],
  ['createResponse', { dataFields: [], dataMembers: ['image_url'], maxRestBytes: Number.POSITIVE_INFINITY }],
  ['getTask', { dataFields: [], dataMembers: [], maxRestBytes: Number.POSITIVE_INFINITY }],
])('%s has its data taken out where it may be', (operationId, want) => {
  expect(bodyReadingOf(operationId, packageCatalogue)).toEqual(want);
});
