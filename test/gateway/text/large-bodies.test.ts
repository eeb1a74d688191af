import { describe, expect, test } from 'vitest';
import { nodeDigest } from '../../../src/adapters/platform/node-digest.ts';
import type { Workers } from '../../../src/gateway/ports/workers.ts';
import { A4, LETTER, pdfFile } from '../../adapters/documents/pdf-file.ts';
import { at } from '../../support/open-wire.ts';
import { dataUri } from '../../support/reference-images.ts';
import { shells } from '../../support/shells.ts';
import { openText, user } from './open-text.ts';
import { say, scriptedEngine, stop } from './scripted-engine.ts';

/** Bytes of a file, for a body that is read inline and for one that a thread reads. */
const sizes = [20_000, 400_000] as const;
const picture = (bytes: number) => dataUri({ width: 640, height: 480, format: 'png', bytes });
const IMAGE_TOKENS = 1024;

/** The base64 of a PDF of two pages. */
function pdfBase64(bytes: number): string {
  const file = Buffer.concat([pdfFile([A4, LETTER]), Buffer.alloc(bytes, '%')]);
  return file.subarray(0, bytes).toString('base64');
}

function open(shell: (typeof shells)[number]) {
  const textEngine = scriptedEngine([say('A', 1), stop]);
  return openText(shell, { ports: { textEngine } });
}

const why = { type: 'text', text: 'Why?' }; // 2 tokens

describe.each(shells)('through the $name shell', (shell) => {
  test.each(sizes)('an inline PDF of %d bytes is counted by its pages', async (bytes) => {
    await using text = await open(shell);
    const uri = `data:application/pdf;base64,${pdfBase64(bytes)}`;
    const files = [{ file_data: uri }, { file_url: uri.replace('pdf', 'PDF') }];
    for (const file of files) {
      const content = [{ type: 'file', file }, { type: 'file', file }, why];
      const { body } = await text.chat({ stream: false, messages: [user(content)] });
      expect(at(body, 'usage', 'prompt_tokens')).toBe(2 * (2147 + 2082) + 2);
    }
    const broken = { file_data: `${uri.slice(0, -5)}*${uri.slice(-4)}` };
    const refused = await text.chat({
      stream: false,
      messages: [user([why, { type: 'file', file: broken }])],
    });
    expect([refused.status, at(refused.body, 'error', 'param')]).toEqual([
      400,
      '/messages/0/content/1/file/file_data',
    ]);
  });

  test.each(sizes)('an inline picture of %d bytes is a picture', async (bytes) => {
    await using text = await open(shell);
    const url = await picture(bytes);
    const content = [{ type: 'image_url', image_url: { url } }, why];
    const chat = await text.chat({ stream: false, messages: [user(content)] });
    expect(at(chat.body, 'usage', 'prompt_tokens')).toBe(IMAGE_TOKENS + 2);
    const parts = [
      { type: 'input_image', image_url: url },
      { type: 'input_text', text: 'Why?' },
    ];
    const response = await text.respond({ input: [{ role: 'user', content: parts }] });
    expect(at(response.body, 'usage', 'input_tokens')).toBe(IMAGE_TOKENS + 2);
  });

  test.each(sizes)('a picture of %d bytes is cached, whatever follows it', async (bytes) => {
    await using text = await openText(shell);
    const url = await picture(bytes);
    const ask = (address: string, question: string) => {
      const image = { type: 'image_url', image_url: { url: address } };
      return text.chat({ stream: false, messages: [user([image, { type: 'text', text: question }])] });
    };
    const cached = async (address: string, question: string) =>
      at((await ask(address, question)).body, 'usage', 'prompt_tokens_details', 'cached_tokens');
    expect(await cached(url, 'Why?')).toBe(0);
    expect(await cached(url, 'When?')).toBe(IMAGE_TOKENS);
    expect(await cached(`${url.slice(0, -8)}AAAA${url.slice(-4)}`, 'When?')).toBe(0);
    expect(await cached(`${url.slice(0, 60)}sha256:${nodeDigest.sha256(url)}`, 'When?')).toBe(0);
  });

  test.each(sizes)('a picture of %d bytes that is a PDF is rejected', async (bytes) => {
    await using text = await open(shell);
    for (const head of ['data:image/png;base64,', 'data:;base64,', 'data:application/pdf;base64,']) {
      const url = `${head}${pdfBase64(bytes)}`;
      const chat = await text.chat({
        stream: false,
        messages: [user([{ type: 'image_url', image_url: { url } }])],
      });
      expect([chat.status, at(chat.body, 'error', 'message')]).toEqual([
        400,
        'messages[0].content[0].image_url.url is a PDF: send it as a part of type file',
      ]);
      const parts = [
        { type: 'input_image', image_url: url },
        { type: 'input_text', text: 'Why?' },
      ];
      const response = await text.respond({ input: [{ role: 'user', content: parts }] });
      expect([response.status, at(response.body, 'usage', 'input_tokens')]).toEqual([200, 2]);
    }
  });

  test.each(sizes)(
    'a picture of %d bytes that is not a URI is described by its first bytes',
    async (bytes) => {
      await using text = await open(shell);
      const raw = Buffer.alloc(bytes, 'A').toString();
      for (const [image_url, tokens] of [
        [raw, undefined],
        [`https://a.example/${raw}`, IMAGE_TOKENS + 2],
        [pdfBase64(bytes), 2],
      ] as const) {
        const parts = [
          { type: 'input_image', image_url },
          { type: 'input_text', text: 'Why?' },
        ];
        const { body } = await text.respond({ input: [{ role: 'user', content: parts }] });
        expect(at(body, 'usage', 'input_tokens')).toBe(tokens);
        if (tokens === undefined)
          expect(at(body, 'error', 'message')).toMatch(/ must be an http.* URL or .*; got "A{50,}"\.\.\.$/);
      }
      const file = { file_url: `https://a.example/${raw}` };
      const { status } = await text.chat({ stream: false, messages: [user([{ type: 'file', file }])] });
      expect(status).toBe(400);
    },
  );

  test.each(sizes)('a file of %d bytes in another form is quoted as it was sent', async (bytes) => {
    await using text = await open(shell);
    const uri = await picture(bytes);
    const { body } = await text.chat({
      stream: false,
      messages: [user([{ type: 'file', file: { file_data: uri } }])],
    });
    expect(at(body, 'error', 'message')).toContain(uri.slice(0, 40));
  });

  test('a data URI in a text counts as text', async () => {
    await using text = await open(shell);
    const uri = `data:text/plain,${'word '.repeat(2000)}`;
    const { body } = await text.chat({ stream: false, messages: [user(uri)] });
    expect(at(body, 'usage', 'prompt_tokens')).toBeGreaterThan(2000);
    const parts = [{ type: 'input_text', text: uri }];
    const response = await text.respond({ input: [{ role: 'user', content: parts }] });
    expect(at(response.body, 'usage', 'input_tokens')).toBe(at(body, 'usage', 'prompt_tokens'));
  });

  test('a long picture is not parsed in this thread', async () => {
    const read: number[] = [];
    const workers: Workers = {
      async run({ load }, { bytes, about }) {
        read.push(bytes.length);
        return { kind: 'found', found: await (await load()).work(bytes, about) };
      },
      close: async () => {},
    };
    const textEngine = scriptedEngine([say('A', 1), stop]);
    await using text = await openText(shell, { ports: { textEngine }, workers });
    const url = await picture(400_000);
    await text.chat({ stream: false, messages: [user([{ type: 'image_url', image_url: { url } }, why])] });
    expect(read).toEqual([expect.any(Number)]);
    expect(textEngine.jobs[0]).toMatchObject({ imageCount: 1 });
  });
});
