import { describe, expect, test } from 'vitest';
import { at, openWire } from '../support/open-wire.ts';
import { shells } from '../support/shells.ts';
import { CHAT, openText, RESPONSES, user } from './text/open-text.ts';

const boat = { model: 'qx-image-3.0', prompt: 'A paper boat' };
const misspelt = (name: string, meant: string) =>
  `"${name} is not a known field; did you mean ${meant}?";param="/${name}";suggestion="/${meant}"`;
const NO_CALLBACK =
  '"webhook cannot be used, so there will be no callback: the URL is not http(s), contains a user name, or is longer than 2048 characters";param="/webhook"';

describe.each(shells)('through the $name shell', (shell) => {
  test.each([
    ['a misspelled field', { ...boat, promt: 'x' }, misspelt('promt', 'prompt')],
    [
      'several, in their order',
      { sise: '1:1', ...boat, imageUrls: [] },
      `${misspelt('sise', 'size')}, ${misspelt('imageUrls', 'image_urls')}`,
    ],
    [
      'a member of an object',
      { model: 'sx-5-0-pro', prompt: 'A boat', optimize_prompt_options: { mdoe: 1 } },
      '"optimize_prompt_options.mdoe is not a known field; did you mean optimize_prompt_options.mode?";param="/optimize_prompt_options/mdoe";suggestion="/optimize_prompt_options/mode"',
    ],
    [
      'a name that a header cannot carry',
      { ...boat, 'prömpt"\r\nx': 1 },
      '"pr?mpt\\"??x is not a known field; did you mean prompt?";param="/pr?mpt\\"??x";suggestion="/prompt"',
    ],
    ['an address that is no string', { ...boat, webhook: 5 }, NO_CALLBACK],
    ['an empty address', { ...boat, webhook: '' }, NO_CALLBACK],
    ['an address without a scheme', { ...boat, webhook: 'localhost:3000' }, NO_CALLBACK],
    [
      'a misspelled field and such an address',
      { ...boat, promt: 'x', webhook: 'x' },
      `${misspelt('promt', 'prompt')}, ${NO_CALLBACK}`,
    ],
  ])('accepts %s with a warning', async (_what, body, want) => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage(body);
    expect([answer.status, answer.headers.get('x-warning')]).toEqual([200, want]);
  });

  test.each([
    ['no unknown field', boat],
    ['an address for callbacks', { ...boat, webhook: 'https://shop.example/hooks' }],
    ['null in place of an address', { ...boat, webhook: null }],
    ['unknown fields that are near nothing', { ...boat, metadata: { promt: 1 }, user: 'u', x: 1 }],
    ['names that every object has', { ...boat, constructor: 1, toString: 2 }],
    ['a forbidden field', { model: 'sx-5-0-pro', prompt: 'A boat', stream: true }],
  ])('gives no warning for %s', async (_what, body) => {
    await using wire = await openWire(shell);
    expect((await wire.postImage(body)).headers.has('x-warning')).toBe(false);
  });

  test.each([
    ['a misspelled model', { modle: 'qx-image-3.0', prompt: 'a' }, misspelt('modle', 'model')],
    ['a model in capitals', { Model: 'qx-image-3.0', prompt: 'a' }, misspelt('Model', 'model')],
    ['a field beside an unknown model', { model: 'nope', promt: 'a' }, misspelt('promt', 'prompt')],
  ])('refuses %s with a warning', async (_what, body, want) => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage(body);
    expect([answer.status, answer.headers.get('x-warning')]).toEqual([400, want]);
  });

  test.each(['null', '5', '"promt"', '[]'])('refuses the body %s without a warning', async (body) => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage(body);
    expect([answer.status, answer.headers.has('x-warning')]).toEqual([400, false]);
  });

  test.each([
    ['chat', { input: 'Hi' }, 'input', 'messages'],
    ['chat', { instructions: 'Be brief' }, 'instructions', 'messages'],
    ['chat', { max_output_tokens: 5 }, 'max_output_tokens', 'max_completion_tokens'],
    ['chat', { text: { format: { type: 'json_object' } } }, 'text', 'response_format'],
    ['respond', { messages: [] }, 'messages', 'input'],
    ['respond', { max_tokens: 5 }, 'max_tokens', 'max_output_tokens'],
    ['respond', { max_completion_tokens: 5 }, 'max_completion_tokens', 'max_output_tokens'],
  ] as const)(
    'warns about a field of the other text endpoint: %s with %j',
    async (call, body, name, meant) => {
      await using text = await openText(shell);
      const least = call === 'chat' ? { messages: [user('Hi')], stream: false } : {};
      const answer = await text[call]({ ...least, ...body });
      expect([answer.status, answer.headers.get('x-warning')]).toEqual([200, misspelt(name, meant)]);
    },
  );

  test('names the responses form of a chat format', async () => {
    await using text = await openText(shell);
    const answer = await text.respond({ response_format: { type: 'json_object' } });
    expect(answer.headers.get('x-warning')).toBe(
      '"response_format is not a known field; did you mean text.format?";param="/response_format";suggestion="/text/format"',
    );
  });

  test('gives at most five warnings, counts the rest, and checks fifty fields', async () => {
    await using wire = await openWire(shell);
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`prompt${index}`, 1]));
    const { headers } = await wire.postImage({ ...boat, ...many });
    expect(headers.get('x-warning')?.match(/did you mean/g)).toHaveLength(5);
    expect(headers.get('x-warning')).toMatch(/, "and 4 more"$/);
    const odd = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`odd_field_${index}`, 1]));
    expect((await wire.postImage({ ...boat, ...odd, promt: 1 })).headers.has('x-warning')).toBe(false);
  });

  test('warns about a refused body too, and suggests that a misspelled field is the missing one', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage({ model: 'qx-image-3.0', promt: 'A paper boat' });
    expect([answer.status, answer.headers.get('x-warning')]).toEqual([400, misspelt('promt', 'prompt')]);
    expect(at(answer.body, 'error', 'message')).toBe('prompt is required; did you misspell it as promt?');
  });

  test('exposes the warning to web pages', async () => {
    await using wire = await openWire(shell);
    const answer = await wire.postImage(
      { ...boat, promt: 1 },
      { headers: { origin: 'https://page.example' } },
    );
    const exposed = answer.headers.get('access-control-expose-headers') ?? '';
    expect(exposed === '*' || /(^|,)\s*x-warning\s*(,|$)/i.test(exposed)).toBe(true);
  });

  test('warns about videos, chat completions and responses', async () => {
    await using wire = await openWire(shell);
    const video = await wire.postVideo({ model: 'vxq3', prompt: 'It turns', image_url: ['http://x'] });
    expect(video.headers.get('x-warning')).toBe(misspelt('image_url', 'image_urls'));
    await using text = await openText(shell);
    const chat = { model: 'qx3.8-max', messages: [user('Hi')], strem: false };
    expect((await text.post(CHAT, chat)).headers.get('x-warning')).toBe(misspelt('strem', 'stream'));
    const responses = { model: 'qx3.8-max', input: 'Hi', instruction: 'Be brief' };
    expect((await text.post(RESPONSES, responses)).headers.get('x-warning')).toBe(
      misspelt('instruction', 'instructions'),
    );
  });

  test('warns about members of messages and of their parts', async () => {
    await using text = await openText(shell);
    const chat = {
      model: 'qx3.8-max',
      stream: false,
      messages: [{ role: 'user', contnet: 'Hi' }, user([{ type: 'text', txet: 'Hi' }])],
    };
    expect((await text.post(CHAT, chat)).headers.get('x-warning')).toBe(
      '"messages[0].contnet is not a known field; did you mean messages[0].content?"' +
        ';param="/messages/0/contnet";suggestion="/messages/0/content", ' +
        '"messages[1].content[0].txet is not a known field; did you mean messages[1].content[0].text?"' +
        ';param="/messages/1/content/0/txet";suggestion="/messages/1/content/0/text"',
    );
    const call = { id: 'call_1', type: 'function', function: { name: 'fold', arguments: '{}' } };
    const usual = [
      { role: 'system', content: 'Be brief.', name: 'Ann' },
      { role: 'assistant', content: null, refusal: null, audio: null, tool_calls: [call] },
      { role: 'tool', content: '4', tool_call_id: 'call_1' },
      user([{ type: 'input_audio', input_audio: { data: '', format: 'wav' } }]),
      user([{ type: 'image_url', image_url: { url: 'https://images.example/a.png', detail: 'low' } }]),
    ];
    const { headers } = await text.post(CHAT, { model: 'qx3.8-max', stream: false, messages: usual });
    expect(headers.has('x-warning')).toBe(false);
  });

  test('checks the first twenty entries of a list', async () => {
    await using text = await openText(shell);
    const chat = (at: number) => ({
      model: 'qx3.8-max',
      stream: false,
      messages: Array.from({ length: 30 }, (_, index) =>
        index === at ? { role: 'user', contnet: 'Hi' } : user('Hi'),
      ),
    });
    expect((await text.post(CHAT, chat(19))).headers.has('x-warning')).toBe(true);
    expect((await text.post(CHAT, chat(20))).headers.has('x-warning')).toBe(false);
  });

  test('accepts any field of a model without a contract', async () => {
    const keys = { 'sk-alpha': { account: 'alpha', models: ['house-model'] } };
    await using wire = await openWire(shell, { keys });
    const answer = await wire.postImage({ model: 'house-model', prompt: 'A boat', promt: 1 });
    expect([answer.status, answer.headers.has('x-warning')]).toEqual([200, false]);
  });
});
