import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeDigest } from '../../../src/adapters/platform/node-digest.ts';
import { digestOfMeaning, toCanonicalJson } from '../../../src/gateway/body/canonical-json.ts';

const canonical = (json: string) => toCanonicalJson(JSON.parse(json));
const digest = (value: unknown) => digestOfMeaning(value, nodeDigest);

test('writes the example of RFC 8785, section 3.2.2', () => {
  const json = String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`;
  expect(canonical(json)).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  );
});

test('sorts names by UTF-16 units, as in RFC 8785, section 3.2.3', () => {
  const json = String.raw`{
    "\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"
  }`;
  const values = [...canonical(json).matchAll(/:"([^"]+)"/g)].map(([, value]) => value);
  expect(values).toEqual([
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]);
});

// IEEE 754 samples of RFC 8785, appendix B.
test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['41b3de4355555553', '333333333.3333332'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
])('writes the double %s as %s', (hex, text) => {
  expect(toCanonicalJson(Buffer.from(hex, 'hex').readDoubleBE())).toBe(text);
});

test('a name that every object inherits is an ordinary name', () => {
  expect(canonical('{"constructor":2,"__proto__":1}')).toBe('{"__proto__":1,"constructor":2}');
});

test('two values have the same digest exactly when they mean the same', () => {
  const long = fc.constantFrom('a'.repeat(5000), `${'a'.repeat(4999)}b`, 'ä'.repeat(5000));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string({ maxLength: 3, unit: 'grapheme' }),
      long,
      fc.integer({ min: 0, max: 3 }),
      fc.double({ noNaN: true }),
      fc.constantFrom(null, true, false),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 2 }), tie('value'), { maxKeys: 3 }),
    ),
  }));
  const shuffled = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(shuffled);
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(
      Object.entries(given)
        .reverse()
        .map(([name, member]) => [name, shuffled(member)]),
    );
  };
  const pair = fc.tuple(value, value);
  fc.assert(
    fc.property(pair, ([one, other]) => {
      expect(digest(shuffled(one))).toBe(digest(one));
      expect(digest(one) === digest(other)).toBe(toCanonicalJson(one) === toCanonicalJson(other));
    }),
    { numRuns: 1000 },
  );
});

test('a long text is not mistaken for its digest', () => {
  const long = 'a'.repeat(5000);
  expect(digest([long])).not.toBe(digest([`#${nodeDigest.sha256(long)}`]));
  expect(digest([long])).not.toBe(digest([`${long}a`]));
});

test('a text that was extracted has the digest that it has in its place', () => {
  const long = 'a'.repeat(5000);
  const digestOfTaken = (name: string) => (name === 'picture 1' ? nodeDigest.sha256(long) : undefined);
  const extracted = digestOfMeaning({ image_urls: ['picture 1'], n: 1 }, nodeDigest, digestOfTaken);
  expect(extracted).toBe(digest({ image_urls: [long], n: 1 }));
  expect(extracted).not.toBe(digest({ image_urls: ['picture 1'], n: 1 }));
});

test('a long text and its digest are different values', () => {
  const long = 'x'.repeat(5000);
  const short = nodeDigest.sha256(long);
  expect(new Set([long, short, `#${short}`].map(digest)).size).toBe(3);
});
