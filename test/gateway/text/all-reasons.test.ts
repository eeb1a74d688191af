import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { LETTER, pdfUri } from '../../adapters/documents/pdf-file.ts';
import { at } from '../../support/open-wire.ts';
import { startReferenceServer } from '../../support/reference-server.ts';
import { shells } from '../../support/shells.ts';
import { openText, type TextAnswer, user } from './open-text.ts';

const server = await startReferenceServer();
const { origin } = server;
let before = 0;
/** Targets that the current test asked for: none of them exists. */
const requests = () => server.asked.slice(before);
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  before = server.asked.length;
});

const files = (...parts: readonly object[]) => ({
  stream: false,
  messages: [user(parts.map((file) => ({ type: 'file', file })))],
});
const chatFormat = (schema: object) => ({
  response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
});
const responseFormat = (schema: object) => ({
  text: { format: { type: 'json_schema', name: 'answer', schema } },
});

const damaged = 'data:application/pdf;base64,AAAA';
const wrong = { type: 'object', properties: { a: { type: 'objekt' } } };
const impossible = { type: 'integer', minimum: 5, maximum: 2 };
const ofFile = (index: number, member = 'file_url') => `/messages/0/content/${index}/file/${member}`;
const SCHEMA = '/response_format/json_schema/schema';

/** Status, reason and the places of all violations. */
function reasonsOf({ status, body }: TextAnswer) {
  const violations = at(body, 'error', 'violations') as readonly { readonly path: string }[];
  return [status, at(body, 'error', 'reason'), violations.map(({ path }) => path)];
}

describe.each(shells)('through the $name shell', (shell) => {
  test('every PDF that cannot be read is named, in the order of the body', async () => {
    await using text = await openText(shell);
    const unreachable = [{ file_url: `${origin}/1.pdf` }, { file_url: `${origin}/2.pdf` }];
    const good = { file_data: pdfUri([LETTER]) };
    const answer = await text.chat(
      files(...unreachable, good, { file_data: damaged }, { file_url: damaged }),
    );
    expect(reasonsOf(answer)).toEqual([
      400,
      'invalid_reference',
      [ofFile(0), ofFile(1), ofFile(3, 'file_data'), ofFile(4)],
    ]);
    expect(requests().toSorted()).toEqual(['/1.pdf', '/2.pdf']);
  });

  test('a PDF that is malformed is named with those that cannot be read', async () => {
    await using text = await openText(shell);
    const answer = await text.chat(files({ file_data: 'abc' }, { file_url: `${origin}/1.pdf` }));
    expect(reasonsOf(answer)).toEqual([400, 'invalid_parameter', [ofFile(0, 'file_data'), ofFile(1)]]);
  });

  test('so is an image whose address is none', async () => {
    await using text = await openText(shell);
    const image = (url: string) => ({ type: 'image_url', image_url: { url } });
    const message = user([
      image('foo'),
      image(`${origin}/1.png`),
      { type: 'file', file: { file_url: origin } },
    ]);
    const answer = await text.chat({ messages: [message] });
    expect(reasonsOf(answer)).toEqual([
      400,
      'invalid_parameter',
      ['/messages/0/content/0/image_url/url', '/messages/0/content/2/file/file_url'],
    ]);
    const input = [user([{ type: 'input_image', image_url: 'foo' }])];
    const other = await text.respond({ input, ...responseFormat(wrong), max_output_tokens: 0 });
    expect(reasonsOf(other)).toEqual([
      400,
      'invalid_parameter',
      ['/input/0/content/0/image_url', '/text/format/schema', '/max_output_tokens'],
    ]);
  });

  test('what is beside messages and parts that are wrong is judged as well', async () => {
    await using text = await openText(shell);
    const file = (file_url: string) => ({ type: 'file', file: { file_url } });
    const parts = [
      file('abc'),
      { type: 'text' },
      5,
      file(`${origin}/1.pdf`),
      { type: 'image_url', image_url: 7 },
    ];
    const messages = [{ role: 'poet', content: parts }, 'Hi', user(3), user([file(`${origin}/2.pdf`)])];
    expect(reasonsOf(await text.chat({ messages }))).toEqual([
      400,
      'invalid_parameter',
      [
        '/messages/0/role',
        ofFile(0),
        '/messages/0/content/1/text',
        '/messages/0/content/2',
        ofFile(3),
        '/messages/0/content/4/image_url',
        '/messages/1',
        '/messages/2/content',
        '/messages/3/content/0/file/file_url',
      ],
    ]);
    const input = [user([{ type: 'input_text' }, { type: 'input_image', image_url: 'foo' }]), null];
    expect(reasonsOf(await text.respond({ input }))).toEqual([
      400,
      'invalid_parameter',
      ['/input/0/content/0/text', '/input/0/content/1/image_url', '/input/1'],
    ]);
  });

  test('a prompt that is too long is named as well', async () => {
    await using text = await openText(shell);
    const { messages } = files({ file_url: `${origin}/1.pdf` });
    const answer = await text.chat({ messages: [...messages, user(' a'.repeat(983_617))] });
    expect(reasonsOf(answer)).toEqual([400, 'invalid_parameter', ['/messages', ofFile(0)]]);
  });

  test.each([wrong, impossible])('the JSON Schema %j of a chat is named as well', async (schema) => {
    await using text = await openText(shell);
    const { stream, messages } = files({ file_url: `${origin}/1.pdf` });
    const format = chatFormat(schema);
    for (const [body, reasons] of [
      [{ stream, messages, ...format }, [ofFile(0), SCHEMA]],
      [{ ...format, temperature: 9 }, [SCHEMA, '/temperature']],
      [{ messages: [user([{ type: 'text' }])], ...format }, ['/messages/0/content/0/text', SCHEMA]],
      [{ messages, ...format, n: 2 }, [ofFile(0), SCHEMA, '/n']],
      [{ ...files({ file_data: 'abc' }), ...format }, [ofFile(0, 'file_data'), SCHEMA]],
      [{ messages: [user(' a'.repeat(983_617))], ...format }, ['/messages', SCHEMA]],
    ] as const)
      expect(reasonsOf(await text.chat(body))).toEqual([400, 'invalid_parameter', reasons]);
  });

  test('a format without a schema is named as well', async () => {
    await using text = await openText(shell);
    const format = { response_format: { type: 'json_schema', json_schema: { description: 'x' } } };
    const answer = await text.chat({ ...files({ file_url: `${origin}/1.pdf` }), ...format });
    expect(reasonsOf(answer)).toEqual([400, 'invalid_parameter', [ofFile(0), SCHEMA]]);
  });

  test.each([wrong, impossible])('the JSON Schema %j of a response is named as well', async (schema) => {
    await using text = await openText(shell);
    const format = responseFormat(schema);
    for (const [body, reasons] of [
      [{ ...format, max_output_tokens: 0 }, ['/text/format/schema', '/max_output_tokens']],
      [{ ...format, tools: [{ type: 'web_extractor' }] }, ['/text/format/schema', '/tools/0/type']],
      [{ input: [{ role: 'user' }], ...format }, ['/input/0/content', '/text/format/schema']],
      [{ input: ' a'.repeat(983_617), ...format }, ['/input', '/text/format/schema']],
    ] as const)
      expect(reasonsOf(await text.respond(body))).toEqual([400, 'invalid_parameter', reasons]);
  });

  test('an account without funds has no PDF read and no answer searched for', async () => {
    await using text = await openText(shell, { deposits: { alpha: '0', beta: '1' } });
    const answer = await text.chat({
      ...files({ file_url: `${origin}/1.pdf` }),
      ...chatFormat(wrong),
      temperature: 9,
    });
    expect(reasonsOf(answer)).toEqual([400, 'invalid_parameter', ['/temperature']]);
    expect(requests()).toEqual([]);
  });
});
