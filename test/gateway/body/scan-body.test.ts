import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scanBody } from '../../../src/gateway/body/scan-body.ts';

const limits = { maxStructureBytes: 1000, maxDepth: 3, maxMembers: 3 };
const bytes = (text: string) => new TextEncoder().encode(text);
const scan = (text: string, own: Partial<typeof limits> = {}) => scanBody(bytes(text), { ...limits, ...own });
const even = { kind: 'fits', hasOddText: false };
const odd = { kind: 'fits', hasOddText: true };

test.each([
  ['{}', even],
  ['{"a":[[1]]}', even],
  ['[[[1]],[[2]]]', even],
  [String.raw`{"a":"[[[[{{{{ \"[[[["}`, even],
  [String.raw`"\u0001 \u00000 \uD83D\uDE80 \n"`.replace('\\u00000', '0'), even],
  [String.raw`"\\u0000"`, even],
  [String.raw`"\\\u0000"`, odd],
  [String.raw`"\u0000"`, odd],
  [String.raw`{"\u0000":1}`, odd],
  [String.raw`"\ud800"`, odd],
  [String.raw`"\uDC00"`, odd],
  [String.raw`"\udc00\ud800"`, odd],
  [String.raw`"\ud800\u0041"`, odd],
  [String.raw`"\ud800x\udc00"`, odd],
  [String.raw`"\ud800xudc00"`, odd],
  [String.raw`"\ud800\ndc00"`, odd],
  [String.raw`"\ud800\ue000"`, odd],
  [String.raw`"\udc00\udc00"`, odd],
  [String.raw`"\udfff"`, odd],
  [String.raw`"\ud7ff \ue000 \uffff"`, even],
  [String.raw`"\ud800\udc00 \udbff\udfff"`, even],
  [String.raw`"\ud800\ud800\udc00"`, odd],
  [`"${'x'.repeat(1000)}${String.raw`\ud83d\ude80`}${'x'.repeat(1000)}"`, even],
  [`"${'x'.repeat(1000)}${String.raw`\ud83d`}${'x'.repeat(1000)}"`, odd],
])('%s', (text, found) => {
  expect(scan(text)).toEqual(found);
});

test('names the member that nests too deeply', () => {
  const found = scan('{"a":"b","c":{"d":[[1]]}}');
  expect(found).toEqual({ kind: 'too_deep', name: bytes('"c"') });
  expect(scan('[[[[')).toEqual({ kind: 'too_deep', name: undefined });
});

test('names the member that has an object with too many members', () => {
  expect(scan('{"a":1,"c":[{"d":1,"e":2,"f":3},{"d":1,"e":2,"f":3}]}')).toEqual(even);
  const found = scan('{"a":1,"c":[{"d":{"x":1},"e":[{"y":2}],"f":":","g":4}]}', { maxDepth: 9 });
  expect(found).toEqual({ kind: 'too_many_members', name: bytes('"c"') });
  expect(scan('{"a":1,"b":2,"c":3,"d":4}')).toEqual(even); // counted once it is parsed
});

test('counts what is outside of strings', () => {
  expect(scan(`{"a":"${'x'.repeat(5000)}"}`)).toEqual(even);
  expect(scan('[1,2,3]', { maxStructureBytes: 7 })).toEqual(even);
  expect(scan('[1,2,3]', { maxStructureBytes: 6 })).toEqual({ kind: 'too_much_structure' });
});

test.each(['"', '"\\', '"\\u', '"\\u00', '"\\ud800', '"\\ud800\\', '"\\ud800\\u', '\\', '}]}]'])(
  'reads no further than the end of %s',
  (text) => {
    expect(scan(text).kind).toBe('fits');
  },
);

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function hasOddText(value: unknown): boolean {
  if (typeof value === 'string') return /\0|\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some((entry) => entry.some(hasOddText));
}

test('agrees with a parser on every JSON text', () => {
  const letter = fc.constantFrom('a', '"', '\\', '\0', '\ud83d', '\ude80', 'é', '[', 'x'.repeat(200));
  const text = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(''));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      text,
      fc.double(),
      fc.array(tie('value')),
      fc.dictionary(text, tie('value')),
    ),
  }));
  // Escaped throughout, as some clients write, or only where necessary.
  const escaped = (json: string) =>
    json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  fc.assert(
    fc.property(value, fc.boolean(), (given, isEscaped) => {
      const json = isEscaped ? escaped(JSON.stringify(given)) : JSON.stringify(given);
      const maxDepth = Math.max(1, depthOf(given));
      const found = scanBody(bytes(json), { maxStructureBytes: 1e9, maxDepth, maxMembers: 1e9 });
      expect(found).toEqual({ kind: 'fits', hasOddText: hasOddText(given) });
      if (depthOf(given) > 1)
        expect(
          scanBody(bytes(json), { maxStructureBytes: 1e9, maxDepth: maxDepth - 1, maxMembers: 1e9 }).kind,
        ).toBe('too_deep');
    }),
    { numRuns: 500 },
  );
});
