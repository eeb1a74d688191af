import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodeDigest } from '../../../src/adapters/platform/node-digest.ts';
import { createAttachments } from '../../../src/gateway/body/attachments.ts';
import { extractData } from '../../../src/gateway/body/extract-data.ts';

const DIGEST = /^data:image\/png;base64,[^,]{38}sha256:[0-9a-f]{64}$/;
const picture = (letter: string, length = 5000) => `data:image/png;base64,${letter.repeat(length)}`;

const labelOf = (uri: string) => `${uri.slice(0, 60)}sha256:${nodeDigest.sha256(uri)}`;

function takeOut(
  json: string,
  dataFields: readonly string[] = ['image_urls'],
  dataMembers: readonly string[] = [],
) {
  const bytes = new TextEncoder().encode(json);
  const sha256 = (part: Uint8Array) => nodeDigest.sha256(part);
  const { rest, taken } = extractData(bytes, { dataFields, dataMembers, sha256 });
  const attachments = createAttachments({ taken, restBytes: rest.length, bytes });
  for (const one of taken) {
    expect(sha256(bytes.subarray(one.start, one.end))).toBe(one.digest);
    expect(attachments.find(one.name)?.digest).toBe(one.digest);
  }
  return { text: new TextDecoder().decode(rest), taken: taken.map(attachments.textOf), data: taken, bytes };
}

test('long data URIs of a list are extracted, and replaced by their head and a digest', () => {
  const [first, second] = [picture('A'), picture('B')];
  const body = { model: 'm', image_urls: [first, 'https://a.example/1.png', second], n: 1 };
  const { text, taken, data } = takeOut(JSON.stringify(body));
  const { image_urls, ...others } = JSON.parse(text) as typeof body;
  expect(others).toEqual({ model: 'm', n: 1 });
  expect(image_urls).toEqual([
    expect.stringMatching(DIGEST),
    'https://a.example/1.png',
    expect.stringMatching(DIGEST),
  ]);
  expect(taken).toEqual([first, second]);
  expect(data.map(({ digest }) => digest)).toEqual([nodeDigest.sha256(first), nodeDigest.sha256(second)]);
});

test('the same data has the same name wherever it occurs', () => {
  const { data } = takeOut(JSON.stringify({ image_urls: [picture('A'), picture('A')], b: [picture('A')] }));
  expect(new Set(data.map(({ name }) => name)).size).toBe(1);
  expect(data).toHaveLength(2);
});

test('data URIs are extracted beside items of other kinds, and beside members that may be data URIs', () => {
  const body = (...uris: readonly string[]) => ({
    image_urls: [{}, { url: uris[0], sizes: [1, [2]] }, 1, uris[1]],
    n: 1,
  });
  const uris = [picture('A'), picture('B')];
  const { text, taken, data } = takeOut(JSON.stringify(body(...uris)), ['image_urls'], ['url']);
  expect(taken).toEqual(uris);
  expect(JSON.parse(text)).toEqual(body(...data.map(({ name }) => name)));
});

test.each<[string, string]>([
  ['the first and the last character that is printed', ' ~'],
  ['a slash', '\\/'],
  ['a plus sign by its number', '\\u002B'],
  ['a line break', '\\n'],
  ['a quotation mark', '\\"'],
  ['every short escape', '\\"\\\\\\/\\b\\f\\n\\r\\t'],
  ['numbers in both cases', '\\u007F\\u007f\\u0001'],
])('escapes are undone: %s', (_what, escaped) => {
  const json = `{"image_urls":["data:image\\/png;base64,${`AAAA${escaped}`.repeat(2000)}"],"n":1}`;
  const { text, taken } = takeOut(json);
  expect(taken).toEqual((JSON.parse(json) as { image_urls: string[] }).image_urls);
  expect(JSON.parse(text)).toEqual({ image_urls: [expect.stringMatching(DIGEST)], n: 1 });
});

test.each([
  'data:image\\/png;base64,',
  '\\u0064ata:image/png;base64,',
  'dat\\u0061\\u003aimage/png;base64\\u002c',
])('escapes in a head are undone: %s', (head) => {
  for (const data of ['A'.repeat(5000), 'AAA\\/'.repeat(1250)]) {
    const json = `{"image_urls":["${head}${data}"]}`;
    const { text, taken } = takeOut(json);
    expect(taken).toEqual((JSON.parse(json) as { image_urls: string[] }).image_urls);
    expect(JSON.parse(text)).toEqual({ image_urls: [expect.stringMatching(DIGEST)] });
  }
});

test.each<[string, object | string]>([
  ['data of 4096 characters', { image_urls: [picture('A', 4096 - 'data:image/png;base64,'.length)], n: 1 }],
  ['data in an object', { image_urls: { a: picture('A') } }],
  ['an address with a data URI in it', { image_urls: [`https://a.example/?picture=${picture('A')}`] }],
  ['data under another name', { pictures: [picture('A')] }],
  ['data deeper in the body', { extra: { image_urls: [picture('A')] } }],
  ['data in no list', { image_urls: picture('A') }],
  ['data in a list in a list', { image_urls: [[picture('A')]] }],
  ['data in a body that is a list', [picture('A')]],
  ['a long address', { image_urls: [`https://a.example/${'a'.repeat(9000)}`] }],
  ['data without a head', { image_urls: [`data:${'A'.repeat(9000)}`] }],
  ['what has U+0000', `{"image_urls":["${picture('A')}\\u0000"]}`],
  ['what is no ASCII', { image_urls: [`${picture('A')}é`] }],
  ['what is no JSON', `{"image_urls":["${picture('A')}\n"]}`],
  ['what stands for no ASCII', `{"image_urls":["data:image/png,${'\\u00e9'.repeat(5000)}"]}`],
  ['an address with escapes', `{"image_urls":["https:\\/\\/a.example\\/${'a\\u0041'.repeat(5000)}END"]}`],
  ['an address with quotation marks', `{"image_urls":["https://a.example/?q=\\"x\\"${'a'.repeat(5000)}"]}`],
  ['an escape that is none', `{"image_urls":["data:image/png,\\x${'\\u0041'.repeat(5000)}"]}`],
  ['an escape without its digits', `{"image_urls":["data:image/png,${'\\u0041'.repeat(5000)}\\u00g1"]}`],
  ['an escape with another letter', `{"image_urls":["data:image/png,${'\\u0041'.repeat(5000)}\\u000g"]}`],
  ['an escape that is cut off', `{"image_urls":["data:image/png,${'\\u0041'.repeat(5000)}\\u00`],
  [
    'an escape for no ASCII after others',
    `{"image_urls":["data:image/png,${'\\u0041'.repeat(5000)}\\u0080"]}`,
  ],
  [
    'what has 4096 characters without its escapes',
    `{"image_urls":["data:image/png,${'\\u0041'.repeat(4096 - 'data:image/png,'.length)}"]}`,
  ],
  ['a name that follows a member for data', { url: 1, [picture('A')]: 1 }],
])('%s stays where it is', (_what, given) => {
  const json = typeof given === 'string' ? given : JSON.stringify(given);
  const found = takeOut(json, ['image_urls'], ['url']);
  expect(found).toEqual({ text: json, taken: [], data: [], bytes: new TextEncoder().encode(json) });
});

test('members of message parts that hold a URL are extracted', () => {
  const [first, second] = [picture('A'), picture('B')];
  const body = (one: string, other: string) => ({
    messages: [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: one } }, { text: first }] },
      {
        role: 'user',
        content: second,
        list: ['url', second],
        url: [second],
        file: { file_data: other, n: 1 },
      },
    ],
    url: one,
  });
  const { text, taken, data } = takeOut(
    JSON.stringify(body(first, second), undefined, 2),
    [],
    ['url', 'file_data'],
  );
  expect(taken).toEqual([first, second, first]);
  const [one, other] = [data[0]?.name ?? '', data[1]?.name ?? ''];
  expect(JSON.parse(text)).toEqual(body(one, other));
  expect(data.map(({ label }) => label)).toEqual([labelOf(first), labelOf(second), labelOf(first)]);
});

test('a body without such fields and members stays as it is', () => {
  const text = JSON.stringify({ image_urls: [picture('A')], url: picture('B') });
  expect(takeOut(text, [], [])).toMatchObject({ text, taken: [] });
});

test('other long texts stay where they are', () => {
  const long = 'A'.repeat(5000);
  const sent = { parts: [{ url: long }, { url: `https://a.example/${long}` }, { url: `data:${long},AAAA` }] };
  const { text, taken } = takeOut(JSON.stringify(sent), [], ['url']);
  expect(taken).toEqual([]);
  expect(JSON.parse(text)).toEqual(sent);
});

test('what looks like a placeholder is none', () => {
  const uri = picture('A');
  const sent = (other: string) => JSON.stringify({ image_urls: [uri, other], [other]: 1, prompt: other });
  const first = takeOut(sent('x'));
  const [{ name, label } = { name: '', label: '' }] = first.data;
  for (const forged of [name, label]) {
    const { text, data } = takeOut(sent(forged));
    expect(data).toHaveLength(1);
    expect(data[0]?.name).not.toBe(forged);
    expect(JSON.parse(text)).toEqual({ image_urls: [data[0]?.name, forged], [forged]: 1, prompt: forged });
  }
  expect(takeOut(sent('x')).data).toEqual(first.data);
});

test('the first characters of the data stay in the placeholder, however long the media type', () => {
  const uri = `data:${'x'.repeat(94)},JVBERi${'A'.repeat(5000)}`;
  const { text } = takeOut(JSON.stringify({ url: uri }), [], ['url']);
  expect(JSON.parse(text)).toEqual({ url: expect.stringMatching(/^data:x{94},JVBERisha256:[0-9a-f]{64}$/) });
});

test('invalid JSON stays invalid', () => {
  for (const json of [
    `{"image_urls":["${picture('A')}`,
    `{"image_urls":["${picture('A')}"}`,
    '{"image_urls":[',
  ]) {
    expect(() => JSON.parse(takeOut(json).text) as unknown).toThrow(SyntaxError);
  }
});

test('with the data put back, every body has its original meaning', () => {
  const uri = fc
    .tuple(
      fc.constantFrom('data:image/png;base64,', 'data:,', 'data:', 'https://a.example/'),
      fc.string({ minLength: 0, maxLength: 20 }),
      fc.integer({ min: 4000, max: 4200 }),
    )
    .map(([head, text, length]) => `${head}${text.replaceAll(/[^ -~]/g, '')}${'A'.repeat(length)}`);
  const forged = uri.map(labelOf);
  const item = fc.oneof(uri, forged, fc.string(), fc.jsonValue({ maxDepth: 2 }));
  const lists = fc.record({
    image_urls: fc.array(item),
    other_urls: fc.array(item),
    x: fc.jsonValue(),
    parts: fc.array(fc.record({ url: item, text: item })),
  });
  const escapings = fc.constantFrom(/(?!)/g, /[/A-C]/g, /d(?=ata:)|(?<=data):/g, /\//g);
  const escaped = (json: string, letters: RegExp) =>
    json.replaceAll(letters, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);
  const read = { dataFields: ['image_urls', 'other_urls'], dataMembers: ['url'] };
  fc.assert(
    fc.property(lists, escapings, (body, letters) => {
      const json = escaped(JSON.stringify(body), letters);
      const { text, taken, data } = takeOut(json, read.dataFields, read.dataMembers);
      const byName = new Map(data.map(({ name }, index) => [name, taken[index]]));
      const back = (sent: string): unknown =>
        JSON.parse(sent, (_name, value: unknown) => byName.get(value as string) ?? value);
      expect(back(text)).toEqual(JSON.parse(json));
      if (data.length === 0) return;
      // Sent along with the data, its labels and the names of another text remain what they are.
      const forgeries = data.flatMap(({ name, label }) => [name, label]);
      const again = takeOut(
        escaped(JSON.stringify({ ...body, forgeries }), letters),
        read.dataFields,
        read.dataMembers,
      );
      const names = new Set(again.data.map(({ name }) => name));
      expect(forgeries.filter((name) => names.has(name))).toEqual([]);
      expect(JSON.parse(again.text)).toMatchObject({ forgeries });
    }),
  );
});
