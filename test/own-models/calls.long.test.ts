import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCommandIn } from '../cli/start-command.ts';
import { createOwnFolder, type OwnFolder } from './own-folder.ts';

let own: OwnFolder;

const provenance = { choice: 'Invented for a test.' };
const identity = { owned_by: 'ours', created: 1795132800, schema_version: '2026-11-23' };
const prompt = { type: 'string', minLength: 1, maxLength: 100, description: 'What to draw.' };

/** Another model under an id of the package. */
const PRO = {
  description: '`sx-5-0-pro`: our own, of one size.',
  'x-provenance': provenance,
  'x-model': {
    ...identity,
    id: 'sx-5-0-pro',
    capability_tags: ['Text to Image'],
    operation: 'image_generation',
  },
  required: ['prompt'],
  properties: {
    prompt,
    size: { type: 'string', enum: ['2:1'], default: '2:1', description: 'Ratio.' },
    resolution: { type: 'string', enum: ['1K'], default: '1K', description: 'Tier.' },
  },
  'x-sizes': { table: { '1K': { '2:1': '1400x700' } } },
  'x-prices': { unit: 'image', rates: [{ rate: '0.5' }] },
  'x-examples': { valid: [{ name: 'prompt alone', request: { prompt: 'A boat' } }] },
};

const ORACLE = {
  description: '`oracle-1.0`: short answers.',
  'x-provenance': provenance,
  'x-model': { ...identity, id: 'oracle-1.0', capability_tags: ['Text'], operation: 'chat_completion' },
  properties: {
    tone: { type: 'string', enum: ['plain', 'cryptic'], default: 'plain', description: 'How to say it.' },
  },
  'x-text': { input_tokens: { max: 16_000 }, output_tokens: { max: 1000 } },
  'x-prices': { unit: 'token', per: 1_000_000, tokens: { input: '0.5', cached_input: '0.1', output: '2' } },
  'x-examples': {
    valid: [{ name: 'question', request: { messages: [{ role: 'user', content: 'Will it rain?' }] } }],
  },
};

beforeAll(async () => {
  own = await createOwnFolder();
  own.write('models/Sx50Pro.json', JSON.stringify(PRO));
  own.write('models/Oracle10.json', JSON.stringify(ORACLE));
});

afterAll(() => own[Symbol.dispose]());

async function ended(...args: readonly string[]) {
  await using command = startCommandIn(own, ...args);
  const code = await command.exit();
  return { code, out: command.output(), err: command.errors() };
}

test('calls from the folder know its models: prices, sizes, flags, values', async () => {
  await using mock = startCommandIn(own, 'mock', '--port', '0', '--quiet', '--speed', '100');
  const [url] = await mock.printed(/^http\S+/);
  const image = (...rest: readonly string[]) => ended('image', ...rest, '--url', url, '--poll', '0.02');
  const boat = ['--prompt', 'A boat', '--yes'];
  const replaced = await image('--model', 'sx-5-0-pro', ...boat);
  expect(replaced.err).toMatch(
    /^sx-5-0-pro: 1 image of 1400x700, 0\.5 USD\n[\s\S]+success, 1 file of 1400x700, 0\.5 USD\n$/,
  );
  expect((await image('--model', 'paper-1.0', ...boat)).err).toMatch(
    /^paper-1\.0: 1 image of 1024x1024, 0\.02 USD\n[\s\S]+, 0\.02 USD\n$/,
  );
  expect(await image('--model', 'paper-1.0', ...boat, '--size', '7:5')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^--size: "7:5" is not supported; use 1:1 or 3:2\. See: /),
  });
  const chat = (...rest: readonly string[]) =>
    ended('chat', '--model', 'oracle-1.0', '--prompt', 'Rain?', ...rest, '--url', url);
  const answer = await chat('--tone', 'cryptic');
  expect(answer).toMatchObject({
    code: 0,
    err: expect.stringMatching(
      /^oracle-1\.0: input 0\.5 USD, .*\n\d+ input and \d+ output tokens, [\d.]+ USD\n$/,
    ),
  });
  expect(await chat('--tone', 'loud')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^--tone must be/),
  });
});

test('help lists the models of the folder, and a broken file keeps a call from guessing a price', async () => {
  expect((await ended('image', '--help')).out).toContain('--model MODEL  paper-1.0, qx-image-3.0,');
  expect((await ended('chat', '--help')).out).toContain('--model MODEL  oracle-1.0, qx3.8-max, or another');
  const text = own.read('models/Sx50Pro.json');
  own.write('models/Sx50Pro.json', text.replace('"0.5"', '0.5'));
  const { code, err } = await ended('image', '--model', 'sx-5-0-pro', '--prompt', 'A boat', '--yes');
  expect(code).toBe(2);
  expect(err).toMatch(/^models\/Sx50Pro\.json:1: x-prices\.rates\[0\]\.rate must be a string, not 0\.5/);
  expect((await ended('image', '--help')).code).toBe(0);
});
