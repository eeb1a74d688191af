import { expect, test } from 'vitest';
import type { Violation } from '../../../src/contract/violations/violation.ts';
import { fittingMessages } from '../../../src/gateway/text/prompt/fitting-messages.ts';
import { isPdf, readResponsePrompt } from '../../../src/gateway/text/prompt/response-prompt.ts';
import { splitText } from '../../../src/gateway/text/prompt/split-text.ts';

const a = (count: number) => 'a'.repeat(count);

test.each<[string, string, readonly number[]]>([
  ['nothing', '', [0]],
  ['a whole piece', a(1024), [1024]],
  ['one letter more', a(1025), [1024, 1]],
  ['two pieces', a(2048), [1024, 1024]],
  ['white space at the end of a piece', `${a(1024)} b`, [1024, 2]],
  ['white space before it', `${a(1000)} ${a(100)}`, [1000, 101]],
  ['white space as far back as it is looked for', `${a(825)}\n${a(300)}`, [825, 301]],
  ['white space before that', `${a(824)} ${a(300)}`, [1024, 101]],
  ['the last of several spaces', `${a(900)} ${a(50)} ${a(300)}`, [951, 301]],
  ['a character of two units across the end', `${a(1023)}🛶b`, [1023, 3]],
  ['such a character behind it', `${a(1024)}🛶`, [1024, 2]],
])('%s is split where it should be', (_what, text, lengths) => {
  const pieces = [...splitText(text)];
  expect(pieces.map(({ content }) => content.length)).toEqual(lengths);
  expect(pieces.map(({ content }) => content).join('')).toBe(text);
  expect(pieces.map(({ isLast }) => isLast)).toEqual(lengths.map((_, index) => index === lengths.length - 1));
});

test.each([
  ['https://files.example/a.pdf', true],
  ['https://files.example/a.PDF?x=1', true],
  ['https://files.example/a.pdf#page=2', true],
  ['/a.pdf', true],
  ['data:application/pdf;base64,AAAA', true],
  ['data:application/x-pdf,AAAA', true],
  ['data:;base64,JVBERi0x', true],
  ['DaTa:image/png;base64,JVBERi0x', true],
  ['data:,JVBERi0x', true],
  ['JVBERi0x', true],
  ['https://files.example/a.pdfx', false],
  ['https://files.example/a?b=c.pdf', false],
  ['https://files.example/a#c.pdf', false],
  ['https://files.example/a.png', false],
  ['data:image/png;base64,AAAApdf', false],
  ['xdata:image/x-pdf,A', false],
  ['x,JVBERi0x', false],
  ['https://files.example/JVBERi', false],
  ['data:image/png;base64,AJVBERi', false],
])('%s looks like a PDF: %s', (address, is) => {
  expect(isPdf(address)).toBe(is);
});

const at = (path: string): Violation => ({ path, rule: 'type', message: 'it is odd' });
const hi = { role: 'user', content: 'Hi' };
const parts = { role: 'user', content: [{ type: 'text', text: 'Hi' }, { type: 7 }] };

test.each<[string, readonly string[], unknown]>([
  ['nothing', [], [hi, parts]],
  ['another field', ['/max_tokens', '/stop/0'], [hi, parts]],
  ['a message', ['/messages/0'], [{ role: '' }, parts]],
  ['its content', ['/messages/0/content'], [{ role: '' }, parts]],
  ['its role', ['/messages/0/role'], [{ role: '', content: 'Hi' }, parts]],
  [
    'a part',
    ['/messages/1/content/1/type'],
    [hi, { role: 'user', content: [{ type: 'text', text: 'Hi' }, { type: '' }] }],
  ],
  ['the list', ['/messages'], undefined],
  ['the list and a message', ['/messages/0', '/messages'], undefined],
])('without what is wrong with %s the rest of the messages remains', (_what, paths, want) => {
  expect(fittingMessages([hi, parts], paths.map(at), 'messages')).toEqual(want);
});

test('messages of which fifty things are wrong are not judged, nor what is no list', () => {
  const wrong = (count: number) => Array.from({ length: count }, (_, index) => at(`/messages/${index}/role`));
  const messages = Array(60).fill(hi);
  expect(fittingMessages(messages, wrong(49), 'messages')).toHaveLength(60);
  expect(fittingMessages(messages, wrong(50), 'messages')).toBeUndefined();
  expect(fittingMessages('Hi', [], 'messages')).toBeUndefined();
});

test('parts of a response without text or address are nothing', () => {
  const content = [
    { type: 'input_text' },
    { type: 'input_image' },
    { type: 'refusal', text: 'No' },
    { type: 'output_text', text: 'Hi' },
    { type: 'input_image', image_url: 'https://images.example/a.png' },
  ];
  expect(readResponsePrompt({ input: [{ role: 'user', content }, { role: 'user' }] }).messages).toEqual([
    {
      role: 'user',
      parts: [
        { kind: 'text', text: 'Hi' },
        { kind: 'image', address: 'https://images.example/a.png' },
      ],
    },
    { role: 'user', parts: [] },
  ]);
});
