import { describe, expect, test } from 'vitest';
import { isBase64, isDataUri, readDataUri } from '../../../src/gateway/body/data-uri.ts';

const PNG = 'data:image/png;base64,';
const types = /^image\/(png|jpeg)$/;
const padded = 'the base64 data must be padded to a multiple of 4 characters';
const otherwise = 'the base64 data has characters outside A-Z, a-z, 0-9, + and /';

describe.each([
  ['a text', (address: string) => address],
  ['bytes', (address: string) => new TextEncoder().encode(address)],
])('in %s', (_form, toForm) => {
  const read = (address: string, maxBytes = 1e6) => readDataUri(toForm(address), { types, maxBytes });

  test.each([
    [`${PNG}AAAA`, 'image/png', 22],
    [`${PNG}+/8=`, 'image/png', 22],
    ['DATA:Image/JPEG;Base64,AAAA', 'image/jpeg', 23],
  ])('reads the head of %s', (address, mediaType, start) => {
    expect(read(address)).toEqual({ kind: 'data', mediaType, start });
  });

  test.each([
    'https://a.example/a.png',
    ` ${PNG}AAAA`,
    'data:image/png,AAAA',
    'data:image/gif;base64,AAAA',
    `data:image/${'x'.repeat(80)};base64,AAAA`,
    '',
  ])('leaves %j to others', (address) => {
    expect(read(address)).toBeUndefined();
  });

  test.each([
    ['AAAAAAAA', 6],
    ['AAAAAAA=', 5],
    ['AAAAAA==', 4],
  ])('knows the size of %s before it is decoded', (data, bytes) => {
    expect(read(PNG + data, bytes)?.kind).toBe('data');
    expect(read(PNG + data, bytes - 1)).toEqual({ kind: 'too_large', maxBytes: bytes - 1, bytes });
  });

  test.each([
    ['nothing', '', 'the data URI carries no data'],
    ['five characters', 'AAAAA', padded],
    ['one with its padding', 'AAAAA=', padded],
    ['two with too much padding', 'AAAAA==', padded],
    ['an equals sign in the middle', 'A=AAAAA', otherwise],
    ['no base64', 'AA*AA', otherwise],
    ['no base64 in the first thousand', `${'A'.repeat(999)}*A`, otherwise],
    ['no base64 behind the first thousand', `${'A'.repeat(1000)}*`, padded],
  ])('says what is wrong with %s', (_what, data, reason) => {
    expect(read(PNG + data)).toEqual({ kind: 'malformed', reason });
  });
});

test.each([
  ['data:,', true],
  ['DATA:anything', true],
  ['xdata:,', false],
  ['https://a.example', false],
])('%s is a data URI: %s', (address, is) => {
  expect(isDataUri(address)).toBe(is);
});

test.each([
  ['no data', '', true],
  ['data without padding', 'AZaz09+/', true],
  ['a padded byte', 'AA==', true],
  ['two padded bytes', 'AAA=', true],
  ['three equals signs', 'A===', false],
  ['padding in the middle', 'A=AA', false],
  ['another alphabet', 'AA-_', false],
  ['something at the end of 64 KiB', `${'A'.repeat(65_535)}*`, false],
  ['something behind 64 KiB', `${'A'.repeat(65_536)}*`, false],
  ['padding behind 64 KiB', `${'A'.repeat(65_536)}AA==`, true],
])('%s is base64 or not', (_what, data, is) => {
  expect(isBase64(data)).toBe(is);
});
