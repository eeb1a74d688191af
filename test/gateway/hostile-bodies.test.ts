import { describe, expect, test } from 'vitest';
import { connectRaw } from '../http/raw-connection.ts';
import { leastBody, spellings } from '../support/model-table.ts';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { within } from '../support/until.ts';

const submits = ['/v1/images/generations', '/v1/videos/generations'];
const boat = '"model":"sx-5-0-pro","prompt":"A paper boat"';
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe.each(shells)('through the $name shell', (shell) => {
  test('a body has at most ten thousand fields', async () => {
    await using wire = await openWire(shell);
    const extra = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`x${n}`, 1]));
    const body = (count: number) => ({ model: 'sx-5-0-pro', prompt: 'A paper boat', ...extra(count - 2) });
    expect((await wire.postImage(body(10_000))).status).toBe(200);
    const answer = await wire.postImage(body(10_001));
    expect([answer.status, at(answer.body, 'error', 'message')]).toEqual([
      400,
      'The body has 10001 fields; it may have at most 10000.',
    ]);
  });

  test.each([
    ['an empty body', ''],
    ['blanks', '  \n'],
    ['half of a body', `{${boat}`],
    ['a comma too many', `{${boat},}`],
    ['single quotes', "{'model':'sx-5-0-pro'}"],
    ['two bodies', `{${boat}}{${boat}}`],
    ['a form', 'model=sx-5-0-pro&prompt=boat'],
    ['a comment', `{${boat}} // boat`],
    ['NaN', `{${boat},"n":NaN}`],
    ['a bare number with a leading zero', `{${boat},"n":01}`],
    ['an unescaped line break', `{"model":"sx-5-0-pro","prompt":"a\nb"}`],
    ['a lone backslash', `{"model":"sx-5-0-pro","prompt":"\\"}`],
    ['bytes that are not UTF-8', latin1(`{"model":"sx-5-0-pro","prompt":"\xe9t\xe9"}`)],
    ['half of a character', latin1(`{"model":"sx-5-0-pro","prompt":"\xf0\x9f"}`)],
    ['UTF-16', new Uint8Array(Buffer.from(`{${boat}}`, 'utf16le'))],
    ['null bytes', new Uint8Array(100)],
    ['100000 brackets', nested(100_000)],
    ['100000 brackets that never close', '['.repeat(100_000)],
    ['100000 braces that never close', '{"a":'.repeat(100_000)],
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '42'],
    ['a string', '"sx-5-0-pro"'],
    ['an array', '[]'],
    ['an array of bodies', `[{${boat}}]`],
  ])('refuses %s', async (_what, body) => {
    await using wire = await openWire(shell);
    for (const path of submits) {
      const answer = await wire.send('POST', path, { body });
      expect(answer.status).toBe(400);
      expect(at(answer.body, 'error', 'type')).toBe('invalid_request_error');
      expect(answer.text.length).toBeLessThan(1000);
    }
    expect(await wire.remaining()).toBe(1000);
  });

  test.each([
    ['/v1/images/generations', '1048576 bytes, not counting data URIs in the media fields of its model.'],
    ['/v1/chat/completions', '2097152 bytes outside of its strings.'],
    ['/v1/responses', '2097152 bytes outside of its strings.'],
  ])('refuses a body at %s that is long without long strings, before it is parsed', async (path, limit) => {
    await using wire = await openWire(shell);
    const body = `{${boat},"x":[${'{},'.repeat(700_000)}{}]}`;
    const answer = await wire.send('POST', path, { body });
    expect(answer.status).toBe(400);
    expect(at(answer.body, 'error', 'message')).toBe(`The body has more than ${limit}`);
    expect(await wire.remaining()).toBe(1000);
  });

  test('accepts a body with long strings, including quotes and brackets', async () => {
    await using wire = await openWire(shell);
    const note = JSON.stringify('say "[{}]" \\'.repeat(60_000));
    const answer = await wire.send('POST', '/v1/images/generations', { body: `{${boat},"note":${note}}` });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['a byte order mark', `\ufeff{${boat}}`],
    ['blanks around it', ` \r\n\t{${boat}}\n`],
    ['64 levels in a field nobody knows', `{${boat},"extra":${nested(63)}}`],
    ['__proto__', `{${boat},"__proto__":{"n":5,"stream":true}}`],
    ['constructor as an object', `{${boat},"constructor":{"prototype":{"n":5}}}`],
    ['constructor as a text', `{${boat},"constructor":"boat"}`],
    ['toString and valueOf', `{${boat},"toString":1,"valueOf":null,"hasOwnProperty":{}}`],
    ['a huge number in a field nobody knows', `{${boat},"extra":1e400,"seed":1e308}`],
    ['an empty name', `{${boat},"":1}`],
    ['names that need escapes', `{${boat},"a/b~c":1,"\\u0001":2}`],
    ['escapes that only look odd', `{"model":"sx-5-0-pro","prompt":"\\\\u0000 \\\\ud800 \\ud83d\\ude80"}`],
    ['a prompt of template places', `{"model":"sx-5-0-pro","prompt":"{detail} {model} $& $1"}`],
    ['a name twice', `{"prompt":7,${boat}}`],
    ['5000 fields', `{${boat},${Array.from({ length: 5000 }, (_, index) => `"f${index}":${index}`).join()}}`],
  ])('accepts a body with %s', async (_what, body) => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage(body);
    expect([answer.text, answer.status]).toEqual([answer.text, 200]);
    expect(await wire.remaining()).toBe(999.955);
  });

  test.each(spellings)('%s is not confused by names that every object has', async (spelling, path) => {
    await using wire = await openWire(shell);
    const names = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'prototype'];
    for (const name of names) {
      for (const value of ['1', '"boat"', '[1]', '{}', 'null']) {
        const body = `{"model":"${spelling}","prompt":"A boat","${name}":${value}}`;
        const { status } = await wire.send('POST', path, { body });
        expect([name, value, status]).toEqual([name, value, spelling.startsWith('vx') ? 400 : 200]);
      }
    }
  });

  test.each([
    ['sx-5-0-lite', 'sequential_image_generation_options'],
    ['sx-5-0-pro', 'optimize_prompt_options'],
  ])('%s accepts odd names in %s', async (model, field) => {
    await using wire = await openWire(shell);
    for (const name of ['__proto__', 'constructor', 'toString', 'other']) {
      const body = `{"model":"${model}","prompt":"A boat","${field}":{"${name}":{"max_images":3}},"sequential":1}`;
      const auto = body.replace('"sequential":1', '"sequential_image_generation":"auto"');
      const answer = await wire.postImage(model === 'sx-5-0-lite' ? auto : body);
      expect([name, answer.status]).toEqual([name, 200]);
    }
  });

  test.each([
    ['n', '1e400'],
    ['n', '1e308'],
    ['n', '-1'],
    ['n', '9007199254740993'],
    ['n', '0.1'],
    ['n', '-0'],
  ])('%s of %s never causes a fault', async (field, value) => {
    await using wire = await openWire(shell);
    for (const [spelling, path] of spellings) {
      const least = JSON.stringify(leastBody(spelling, 'http://127.0.0.1:9/'));
      const body = `${least.slice(0, -1)},"${field}":${value}}`;
      expect((await wire.send('POST', path, { body })).status).toBeLessThan(500);
    }
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-8', ''])(
    'a body called %j is answered without a fault',
    async (type) => {
      await using wire = await openWire(shell);
      const answer = await wire.postImage(`{${boat}}`, { headers: { 'content-type': type } });
      expect([200, 400]).toContain(answer.status);
    },
  );

  test('a prompt of special tokens is ordinary text', async () => {
    await using wire = await openWire(shell);
    const prompt = '<|endoftext|>'.repeat(300);
    expect((await wire.postImage({ model: 'qx-image-3.0', prompt })).status).toBe(200);
  });

  test.each([
    ['numbers', 7],
    ['long texts', 'x'.repeat(500)],
    ['long addresses', `http://127.0.0.1:9/${'x'.repeat(500)}`],
  ])('a list of a thousand references that are %s is refused', async (_what, entry) => {
    await using wire = await openWire(shell);
    for (const model of ['sx-5-0-lite', 'sx-5-0-pro', 'qx-image-3.0']) {
      const image_urls = Array(1000).fill(entry);
      const answer = await wire.postImage({ model, prompt: 'A paper boat', image_urls });
      expect(answer.status).toBe(400);
    }
  });

  test('refuses a body above the limit of its path with 413', async () => {
    await using wire = await openWire(shell);
    const prompt = 'b'.repeat(1024 * 1024);
    const answer = await wire.postVideo({ model: 'vxq3', prompt, image_urls: ['http://127.0.0.1:9/'] });
    expect(answer.status).toBe(413);
    expect(at(answer.body, 'error', 'type')).toBe('invalid_request_error');
    expect((await wire.get('/v1/models')).status).toBe(200);
  });
});

test('a body in very many chunks of a few bytes is rejected for that, whatever its content', async () => {
  const [, node] = shells;
  await using wire = await openWire(node);
  await using connection = await connectRaw(Number(new URL(wire.origin).port));
  const head = 'POST /v1/images/generations HTTP/1.1\r\nhost: g\r\nauthorization: Bearer sk-alpha\r\n';
  const body = `{${boat},"note":"${'x'.repeat(21_000)}"}`;
  const chunked = Array.from(body, (letter) => `1\r\n${letter}\r\n`).join('');
  connection.write(`${head}transfer-encoding: chunked\r\n\r\n${chunked}0\r\n\r\n`);
  const answer = await within('an answer', connection.answer());
  expect(JSON.parse(answer?.body ?? '')).toEqual({
    error: {
      code: 400,
      message:
        'The request body was sent in more than 20000 chunks averaging fewer than 64 bytes: send larger chunks, or a Content-Length.',
      type: 'invalid_request_error',
      reason: 'fragmented_body',
    },
  });
  expect(await wire.remaining()).toBe(1000);
});
