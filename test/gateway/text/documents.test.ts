import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { A4, LETTER, pdfFile, pdfUri } from '../../adapters/documents/pdf-file.ts';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { fetchShell, openText, user } from './open-text.ts';
import { say, scriptedEngine, stop } from './scripted-engine.ts';

const files: Readonly<Record<string, Uint8Array>> = {
  '/letter.pdf': pdfFile([LETTER]),
  '/report.pdf': pdfFile([A4, A4, LETTER]),
  '/page.html': new TextEncoder().encode('<!doctype html>'),
};
const server = createServer((request, response) => {
  const file = files[request.url ?? ''];
  response.writeHead(file ? 200 : 404).end(file);
});
const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
afterAll(() => closeServer(server));

const open = (shell = fetchShell) =>
  openText(shell, { ports: { textEngine: scriptedEngine([say('A', 1), stop]) } });
const ask = (file: object, question = 'Why?') => ({
  stream: false,
  messages: [
    user([
      { type: 'file', file },
      { type: 'text', text: question },
    ]),
  ], // 2 tokens
});

describe.each(shells)('through the $name shell', (shell) => {
  test('counts the pages of a PDF by URL and as data', async () => {
    await using text = await open(shell);
    const byAddress = await text.chat(ask({ file_url: `${origin}/report.pdf` }));
    expect(at(byAddress.body, 'usage', 'prompt_tokens')).toBe(2147 + 2147 + 2082 + 2);
    const asData = await text.chat(ask({ file_data: pdfUri([LETTER]), filename: 'letter.pdf' }));
    expect(at(asData.body, 'usage', 'prompt_tokens')).toBe(2082 + 2);
  });

  test('refuses a PDF that cannot be read, and charges nothing', async () => {
    await using text = await open(shell);
    for (const file of [
      { file_url: `${origin}/nothing.pdf` },
      { file_url: 'http://127.0.0.1:1/closed.pdf' },
      { file_url: `${origin}/page.html` },
      { file_data: 'data:application/pdf;base64,AAAA' },
    ]) {
      const answer = await text.chat(ask(file));
      expect(answer.status).toBe(400);
      expect(at(answer.body, 'error')).toMatchObject({
        reason: 'invalid_reference',
        param: `/messages/0/content/0/file/${Object.keys(file)[0]}`,
      });
    }
    expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
  });
});

test('charges pages as input tokens, without a parsing fee', async () => {
  await using text = await open();
  await text.chat(ask({ file_url: `${origin}/letter.pdf` }));
  // 2084 input tokens at 1.2 and 1 output token at 6 USD a million.
  expect(await text.store.findAccount('alpha')).toMatchObject({ used: 2_506_800n, held: 0n });
});

test.each([
  ['a sheet on its side', [{ width: 792, height: 612 }], 2082],
  ['A4 on its side', [{ ...A4, rotate: 90 }], 2147],
  ['A5', [{ width: 420, height: 595 }], 2147],
  ['tabloid', [{ width: 792, height: 1224 }], 2147],
  ['a square', [{ width: 500, height: 500 }], 2082],
])('counts %s as the nearer of letter and A4', async (_what, pages, tokens) => {
  await using text = await open();
  const { body } = await text.chat(ask({ file_data: pdfUri(pages) }));
  expect(at(body, 'usage', 'prompt_tokens')).toBe(tokens + 2);
});

test.each([{ file_url: 'fileid://abc' }, { file_url: 'FileID://abc' }, { file_data: 'fileid://abc' }])(
  'treats %j as plain text',
  async (file) => {
    const engine = scriptedEngine([say('A', 1), stop]);
    await using text = await openText(fetchShell, { ports: { textEngine: engine } });
    expect((await text.chat(ask(file))).status).toBe(200);
    expect(engine.jobs[0]?.messages).toEqual([{ role: 'user', text: `${Object.values(file)[0]}\nWhy?` }]);
  },
);

const base64 = Buffer.from(pdfFile([LETTER])).toString('base64');
const forms = {
  file_url: 'an http(s) URL or data:application/pdf;base64,<data>',
  file_data: 'data:application/pdf;base64,<data>',
} as const;

test.each([
  ['file_data', base64],
  ['file_data', `data:application/x-pdf;base64,${base64}`],
  ['file_data', `data:application/octet-stream;base64,${base64}`],
  ['file_data', `data:text/plain;base64,${base64}`],
  ['file_data', `data:image/png;base64,${base64}`],
  ['file_data', `data:application/pdf;charset=utf-8;base64,${base64}`],
  ['file_data', `data:application/pdf;name=a.pdf;base64,${base64}`],
  ['file_data', `data:application/pdf,${base64}`],
  ['file_data', ` data:application/pdf;base64,${base64}`],
  ['file_data', `data:;base64,${base64}`],
  ['file_data', 'https://files.example/a.pdf'],
  ['file_data', ''],
  ['file_url', `data:application/x-pdf;base64,${base64}`],
  ['file_url', base64],
  ['file_url', 'ftp://files.example/a.pdf'],
  ['file_url', 'file:///etc/passwd'],
  ['file_url', 'blob:https://files.example/1'],
  ['file_url', 'javascript:alert(1)'],
  ['file_url', 's3://files/a.pdf'],
  ['file_url', 'fileid:abc'],
  ['file_url', '//files.example/a.pdf'],
  ['file_url', 'https:/files.example/a.pdf'],
  ['file_url', 'report.pdf'],
  ['file_url', ''],
] as const)('refuses %s %s', async (field, address) => {
  const engine = scriptedEngine([say('A', 1), stop]);
  await using text = await openText(fetchShell, { ports: { textEngine: engine } });
  const answer = await text.chat(ask({ [field]: address }));
  const shown = JSON.stringify(address.slice(0, 60)) + (address.length > 60 ? '...' : '');
  expect(answer.status).toBe(400);
  expect(at(answer.body, 'error')).toMatchObject({
    reason: 'invalid_parameter',
    param: `/messages/0/content/0/file/${field}`,
    message: `messages[0].content[0].file.${field} must be ${forms[field]}; got ${shown}`,
  });
  expect(engine.jobs).toEqual([]);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test('a file part with neither a URL nor data is rejected', async () => {
  await using text = await open();
  const { body, status } = await text.chat(ask({ file_id: 'file-1' }));
  expect(status).toBe(400);
  expect(at(body, 'error')).toMatchObject({
    param: '/messages/0/content/0/file',
    message: 'messages[0].content[0].file must have at least one of file_url, file_data',
  });
});

test('a PDF by data URI in file_url, and upper-case URLs, are read', async () => {
  await using text = await open();
  const capitals = `${origin.replace('http', 'HTTP')}/letter.pdf`;
  const data = `DATA:Application/PDF;Base64,${base64}`;
  for (const file of [
    { file_url: pdfUri([LETTER]) },
    { file_url: capitals },
    { file_url: data },
    { file_data: data },
  ]) {
    const { body } = await text.chat(ask(file));
    expect(at(body, 'usage', 'prompt_tokens')).toBe(2082 + 2);
  }
});

/** A PDF in place of an image. */
const disguised = [
  `data:application/pdf;base64,${base64}`,
  `DATA:Application/PDF;name=a.pdf;base64,${base64}`,
  `data:application/x-pdf;base64,${base64}`,
  `data:image/png;base64,${base64}`,
  `data:;base64,${base64}`,
  'https://files.example/a.pdf',
  'https://files.example/a.PDF?page=1#x',
];

test.each(disguised)('a chat image that is the PDF %s is refused', async (url) => {
  await using text = await open();
  const content = [
    { type: 'image_url', image_url: { url } },
    { type: 'text', text: 'Why?' },
  ];
  const { body, status } = await text.chat({ stream: false, messages: [user(content)] });
  expect(status).toBe(400);
  expect(at(body, 'error')).toMatchObject({
    param: '/messages/0/content/0/image_url/url',
    message: 'messages[0].content[0].image_url.url is a PDF: send it as a part of type file',
  });
});

test('a chat image that is a PDF without the head of a data URI is in the wrong form', async () => {
  await using text = await open();
  const content = [{ type: 'image_url', image_url: { url: base64 } }];
  const { body } = await text.chat({ stream: false, messages: [user(content)] });
  expect(at(body, 'error', 'message')).toBe(
    `messages[0].content[0].image_url.url must be an http(s) URL or data:image/<format>;base64,<data>; got "${base64.slice(0, 60)}"...`,
  );
});

test.each([...disguised, base64, '/files/a.pdf'])(
  'a responses image that is the PDF %s is ignored',
  async (image_url) => {
    const engine = scriptedEngine([say('A', 1), stop]);
    await using text = await openText(fetchShell, { ports: { textEngine: engine } });
    const content = [
      { type: 'input_image', image_url },
      { type: 'input_text', text: 'Why?' },
    ];
    const tools = [{ type: 'image_search' }];
    const { body, status } = await text.respond({ input: [{ role: 'user', content }], tools });
    expect([status, at(body, 'usage', 'input_tokens')]).toEqual([200, 2]);
    expect(engine.jobs[0]).toMatchObject({ imageCount: 0, tools: [] });
  },
);

test.each([
  'https://files.example/pdf',
  'https://files.example/a.pdf.png',
  'https://files.example/a?b=c.pdf',
])('an image at %s is an image', async (image_url) => {
  await using text = await open();
  const { body } = await text.respond({
    input: [{ role: 'user', content: [{ type: 'input_image', image_url }] }],
  });
  expect(at(body, 'usage', 'input_tokens')).toBe(1024);
});

test.each([
  'foo',
  'ftp://files.example/a.png',
  '//files.example/a.png',
  'file-abc123',
  ' https://a.example/1',
  'iVBORw0',
])('an image at %s is refused on both endpoints', async (url) => {
  await using text = await open();
  const want = (field: string) =>
    `${field} must be an http(s) URL or data:image/<format>;base64,<data>; got ${JSON.stringify(url)}`;
  const chat = await text.chat({ messages: [user([{ type: 'image_url', image_url: { url } }])] });
  expect([chat.status, at(chat.body, 'error', 'message')]).toEqual([
    400,
    want('messages[0].content[0].image_url.url'),
  ]);
  const input = [user([{ type: 'input_image', image_url: url }])];
  const response = await text.respond({ input });
  expect([response.status, at(response.body, 'error', 'message')]).toEqual([
    400,
    want('input[0].content[0].image_url'),
  ]);
  expect(await text.store.findAccount('alpha')).toMatchObject({ held: 0n, used: 0n });
});

test.each(['HTTPS://files.example/a', 'DATA:image/PNG;base64,AAAA', 'data:;base64,AAAA'])(
  'an image at %s is read on both endpoints',
  async (url) => {
    await using text = await open();
    const messages = [user([{ type: 'image_url', image_url: { url } }])];
    const chat = await text.chat({ stream: false, messages });
    expect(at(chat.body, 'usage', 'prompt_tokens')).toBe(1024);
    const response = await text.respond({ input: [user([{ type: 'input_image', image_url: url }])] });
    expect(at(response.body, 'usage', 'input_tokens')).toBe(1024);
  },
);

test('a PDF can be cached explicitly', async () => {
  await using text = await open();
  const file = { type: 'file', file: { file_data: pdfUri([LETTER]) }, cache_control: { type: 'ephemeral' } };
  const request = { stream: false, messages: [user([file, { type: 'text', text: 'Why?' }])] };
  await text.chat(request);
  const { body } = await text.chat(request);
  expect(at(body, 'usage', 'prompt_tokens_details')).toEqual({
    cached_tokens: 2082,
    cache_type: 'ephemeral',
  });
});

test('a PDF with more pages than fit the input is refused', async () => {
  await using text = await open();
  const answer = await text.chat(ask({ file_data: pdfUri(Array.from({ length: 473 }, () => LETTER)) }));
  expect(answer.status).toBe(400);
  expect(at(answer.body, 'error', 'message')).toBe(
    'messages[0].content[0].file.file_data: the PDF has 473 pages; the model reads at most 472',
  );
});
