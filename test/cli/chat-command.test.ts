import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeUsage } from '../../src/cli/calls/chat/chat-command.ts';
import type { ChatAnswer } from '../../src/client/index.ts';
import { drawReference } from '../../src/conformance/peers/reference-file.ts';
import { modelsFor } from '../../src/contract/catalogue.ts';
import { createControlClient } from '../../src/mock/control-client.ts';
import { startMockServer } from '../../src/node/mock-server.ts';
import { callCommand } from './call-command.ts';
import { startCommand } from './start-command.ts';

/** Named, because there may be more than one text model. */
const MODEL = ['--model', 'qx3.8-max'] as const;
const ASK = ['chat', ...MODEL, '--prompt'] as const;

let folder = '';
let url = '';
let close = async () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatewright-chat-'));
  const started = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1000 });
  if (started.kind === 'failed') throw new Error(started.message);
  ({ baseUrl: url, close } = started);
  for (const name of ['64x64.png', '2-pages-a4.pdf'])
    await writeFile(join(folder, name), (await drawReference(name)).bytes);
});

afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

async function usedBy(key: string): Promise<number> {
  return Number((await createControlClient({ baseUrl: url }).getAccount(key)).used);
}

test('prints the answer as it is written, and what it cost', async () => {
  const before = await usedBy('sk-mock');
  await using command = startCommand(...ASK, 'What is a lighthouse?', '--max-tokens', '40', '--url', url);
  expect(await command.exit()).toBe(0);
  expect(command.output()).toMatch(/^\w[\s\S]*\n$/);
  const [, input, output, usd] =
    /^(\d+) input and (\d+) output tokens, ([\d.]+) USD$/m.exec(command.errors()) ?? [];
  expect(command.errors()).toMatch(/^qx3\.8-max: input 1\.2 USD, .* per 1,000,000 tokens\n/);
  expect([Number(input) > 0, output]).toEqual([true, '40']);
  expect(await usedBy('sk-mock')).toBeCloseTo(before + Number(usd), 9);
});

test('a text that ends its own line gets no other', async () => {
  const control = createControlClient({ baseUrl: url });
  const scenario = { operation: 'createChatCompletion', outcome: 'reply', times: 1 } as const;
  await control.addScenario({ ...scenario, reply: { text: 'A tower.\n' } });
  expect(await callCommand(...ASK, 'What is a lighthouse?', '--url', url)).toMatchObject({
    code: 0,
    out: 'A tower.\n',
  });
});

test.each([
  ['implicitly', {}, '1', '0.15'],
  ['explicitly', { cache_type: 'ephemeral' }, '1', '0.12'],
  ['explicitly', { cache_type: 'ephemeral' }, '2', '0.24'],
])(
  'a million tokens that are cached %s %j cost, in a group with the factor %s, %s dollars',
  (_, type, groupRatio, usd) => {
    const model = modelsFor('chat_completion').find(({ identity }) => identity.id === 'qx3.8-max');
    const usage = {
      prompt_tokens: 1_000_000,
      completion_tokens: 0,
      prompt_tokens_details: { cached_tokens: 1_000_000, ...type },
    };
    const contract = { name: 'qx3.8-max', model, added: undefined, parameters: [] };
    const pricing = { unit: undefined, rates: {}, byOperation: {}, groupRatio };
    expect(describeUsage({ usage } as unknown as ChatAnswer, contract, pricing)).toBe(
      `1000000 input and 0 output tokens, ${usd} USD`,
    );
  },
);

test('says that thinking took all tokens', async () => {
  const { code, out, err } = await callCommand(...ASK, 'Hello', '--max-tokens', '1', '--url', url);
  expect({ code, out }).toEqual({ code: 0, out: '' });
  expect(err).toMatch(
    / tokens\nThe answer was cut off at the limit of output tokens\. Thinking took them all\.\n\d+ input/,
  );
});

test.each([
  [
    'a page',
    'text/html',
    { code: 2, why: 'POST /v1/chat/completions answered 200 with a page instead of a stream. ' },
  ],
  [
    'a stream without an end',
    'text/event-stream',
    { code: 1, why: 'The stream ended before the answer was complete.' },
  ],
])('%s from something else than a gateway', async (_, type, { code, why }) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', type).end('<html></html>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const address = server.address();
    const elsewhere = `http://127.0.0.1:${typeof address === 'object' ? address?.port : undefined}`;
    const question = code === 2 ? `Is ${elsewhere} the base URL of a gateway?` : '';
    expect(await callCommand(...ASK, 'x', '--url', elsewhere, '--key', 'k')).toEqual({
      code,
      out: '',
      err: `qx3.8-max: the gateway states no price\n${why}${question}\n`,
    });
  } finally {
    server.close();
  }
});

test('JSON has the whole answer; pictures, documents and a system message are sent', async () => {
  const files = ['--image', join(folder, '64x64.png'), '--file', join(folder, '2-pages-a4.pdf')];
  const { code, out } = await callCommand(
    ...[...ASK, 'What is it?', '--system', 'Be short', ...files, '--yes', '--json', '--url', url],
  );
  expect(code).toBe(0);
  expect(out.endsWith('}\n')).toBe(true);
  const answer = JSON.parse(out) as { readonly usage: { readonly prompt_tokens: number } };
  expect(answer).toMatchObject({ object: 'chat.completion', choices: [{ finish_reason: 'stop' }] });
  expect(answer.usage.prompt_tokens).toBeGreaterThan(2 * 2000); // two pages
});

test('Ctrl-C ends an answer', async () => {
  const slow = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1 });
  if (slow.kind === 'failed') throw new Error(slow.message);
  try {
    await using command = startCommand(...ASK, 'Tell a long story', '--url', slow.baseUrl);
    await command.printed(/\w/);
    command.child.kill('SIGINT');
    expect(await command.exit()).toBe(130);
    expect(command.errors()).toMatch(/\nInterrupted\. What was generated up to then is charged\.\n$/);
  } finally {
    await slow.close();
  }
});

test('an answer whose reader leaves is ended', async () => {
  const slow = await startMockServer({ port: 0, host: '127.0.0.1', speed: 1 });
  if (slow.kind === 'failed') throw new Error(slow.message);
  try {
    await using command = startCommand(...ASK, 'Tell a long story', '--url', slow.baseUrl);
    await command.printed(/\w/);
    command.child.stdout?.destroy();
    expect(await command.exit()).toBe(130);
    expect(command.errors()).toMatch(/ tokens\nInterrupted\. What was generated up to then is charged\.\n$/);
  } finally {
    await slow.close();
  }
});

test('an answer that breaks off ends with code 1', async () => {
  const control = createControlClient({ baseUrl: url });
  await control.addScenario({ operation: 'createChatCompletion', outcome: 'truncate', times: 1 });
  await using command = startCommand(...ASK, 'Hello', '--url', url);
  expect(await command.exit()).toBe(1);
  expect(command.errors()).toMatch(
    /\nThe connection to http:\S+ broke: the connection was closed without a response\.\n$/,
  );
});

test.each([
  [['chat', ...MODEL], 'Ask something with --prompt.?'],
  [[...ASK, ''], 'Ask something with --prompt.?'],
  [[...ASK, ' '], 'Ask something with --prompt.?'],
  [[...ASK, 'x', '--temperature', '9'], '--temperature must be at most 2; got 9.?'],
  [[...ASK, 'x', '--max-tokns', '9'], 'Unknown option --max-tokns. Did you mean --max-tokens??'],
  [[...ASK, 'x', '--file', '{dir}/64x64.png'], '--file {dir}/64x64.png: the file is not a PDF.?'],
  [
    ['chat', '--prompt', 'x', '--model', 'vxq3'],
    '--model vxq3: use gatewright video for this model; models of this command: {models}.?',
  ],
  [
    ['chat', '--prompt', 'x', '--model', 'qx4', '--url', '{url}'],
    'The gateway answered 404: Model qx4 does not exist or is not available to this key. GET /v1/models lists its models.',
  ],
])('refuses %j in one line', async (args, want) => {
  const fill = (text: string) =>
    text
      .replaceAll('{dir}', folder)
      .replaceAll('{url}', url)
      .replace(
        '{models}',
        modelsFor('chat_completion')
          .map(({ identity }) => identity.id)
          .join(', '),
      );
  const told = fill(want.replace(/\?$/, ' See: npx gatewright help chat'));
  expect(await callCommand(...args.map(fill))).toEqual({ code: 2, out: '', err: `${told}\n` });
});
