import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextPiece } from '../../../src/gateway/ports/text/text-engine.ts';
import { at } from '../../support/open-wire.ts';
import { fetchShell, openText, user } from './open-text.ts';
import { call, say, scriptedEngine, stop, think } from './scripted-engine.ts';

const LIMITS = Array.from({ length: 40 }, (_, index) => index + 1);

/** Usage in nano-dollars, at the prices of the model file: USD a million tokens, and a thousand searches at 10 USD. */
function priceOf(usage: unknown): bigint {
  const count = (...path: readonly string[]) => BigInt(Number(at(usage, ...path) ?? 0));
  const input = count('prompt_tokens') + count('input_tokens');
  const output = count('completion_tokens') + count('output_tokens');
  const cached = count('prompt_tokens_details', 'cached_tokens');
  const created = count('prompt_tokens_details', 'cache_creation_input_tokens');
  const hitPrice = at(usage, 'prompt_tokens_details', 'cache_type') === 'ephemeral' ? 120n : 150n;
  return (
    (input - cached - created) * 1200n +
    cached * hitPrice +
    created * 1500n +
    output * 6000n +
    count('x_tools', 'web_search', 'count') * 10_000_000n
  );
}

type Text = Awaited<ReturnType<typeof openText>>;
type Ask = (text: Text, limit: number, question: string) => Promise<unknown>;

/** 1100 tokens that no other question shares, marked to be cached. */
const marked = (question: string) => ({
  role: 'system',
  content: [{ type: 'text', text: question + ' a'.repeat(1100), cache_control: { type: 'ephemeral' } }],
});
const chatBody = (question: string) => ({ messages: [marked(question), user(question)] });

async function usageOf(answering: Promise<{ status: number; body: unknown; data: readonly unknown[] }>) {
  const { status, body, data } = await answering;
  expect(status).toBe(200);
  const holder = body ?? data.findLast((one) => at(one, 'usage') ?? at(one, 'response', 'usage'));
  const usage = at(holder, 'usage') ?? at(holder, 'response', 'usage');
  expect(usage).toBeDefined();
  return usage;
}

const ways: readonly (readonly [string, Ask])[] = [
  [
    'a chat in one piece with max_tokens',
    (text, max_tokens, question) => usageOf(text.chat({ ...chatBody(question), stream: false, max_tokens })),
  ],
  [
    'a streamed chat with max_tokens',
    (text, max_tokens, question) =>
      usageOf(text.chat({ ...chatBody(question), stream_options: { include_usage: true }, max_tokens })),
  ],
  [
    'a chat with max_completion_tokens',
    (text, max_completion_tokens, question) =>
      usageOf(text.chat({ ...chatBody(question), stream: false, max_completion_tokens })),
  ],
  [
    'a response in one piece',
    (text, max_output_tokens, question) => usageOf(text.respond({ input: question, max_output_tokens })),
  ],
  [
    'a streamed response that searches',
    (text, max_output_tokens, question) =>
      usageOf(
        text.respond({
          input: `Search the web for ${question}.`,
          tools: [{ type: 'web_search' }],
          stream: true,
          max_output_tokens,
        }),
      ),
  ],
];

describe.each(ways)('%s', (_what, ask) => {
  test('charges what its usage reports, for each limit', async () => {
    await using text = await openText(fetchShell);
    let used = 0n;
    for (const limit of LIMITS) {
      const usage = await ask(text, limit, `boat ${limit}`);
      const account = await text.store.findAccount('alpha');
      expect([limit, account?.used, account?.held]).toEqual([limit, used + priceOf(usage), 0n]);
      used += priceOf(usage);
      expect(Number(at(usage, 'completion_tokens') ?? at(usage, 'output_tokens'))).toBeLessThanOrEqual(limit);
    }
  });
});

test.each(ways.slice(0, 3))(
  '%s creates the cache that its usage reports, for each limit',
  async (_what, ask) => {
    await using text = await openText(fetchShell);
    for (const limit of LIMITS.slice(0, 5)) {
      const first = await ask(text, limit, `boat ${limit}`);
      const created = Number(at(first, 'prompt_tokens_details', 'cache_creation_input_tokens'));
      expect(created).toBeGreaterThan(1100);
      const second = await ask(text, limit, `boat ${limit}`);
      expect(at(second, 'prompt_tokens_details')).toEqual({
        cached_tokens: created,
        cache_type: 'ephemeral',
      });
    }
  },
);

test('a cache that no usage reported does not exist', async () => {
  await using text = await openText(fetchShell, { deposits: { alpha: '0.002' } });
  const ask = (max_tokens: number) => text.chat({ ...chatBody('boat'), stream: false, max_tokens });
  expect((await ask(1000)).status).toBe(402);
  expect(at((await ask(1)).body, 'usage', 'prompt_tokens_details')).toMatchObject({ cached_tokens: 0 });
});

test('an expired marker below a live one is not created again without a report', async () => {
  await using text = await openText(fetchShell);
  const [short, long] = [marked('boat'), marked('ship')];
  const details = async (...messages: object[]) =>
    at((await text.chat({ messages, stream: false })).body, 'usage', 'prompt_tokens_details');
  await details(short);
  text.clock.advance(200_000);
  expect(await details(short, long)).toMatchObject({ cache_type: 'ephemeral' });
  text.clock.advance(200_000);
  expect(await details(short, long)).toEqual({ cached_tokens: 2202, cache_type: 'ephemeral' });
  expect(await details(short)).toMatchObject({ cached_tokens: 0, cache_creation_input_tokens: 1101 });
});

const piece = fc.oneof(
  fc.record({ tokens: fc.integer({ min: 0, max: 9 }) }).map(({ tokens }) => think(' so', tokens)),
  fc.record({ tokens: fc.integer({ min: 0, max: 9 }) }).map(({ tokens }) => say(' boat', tokens)),
  fc.constant(call('web_search')),
);

test('whatever a model produces, charge and usage agree', async () => {
  const script = fc.array(piece, { maxLength: 8 }).filter(
    // The hold covers one call.
    (pieces) => pieces.filter(({ kind }) => kind === 'tool_call').length <= 1,
  );
  const endings: readonly (readonly TextPiece[])[] = [[stop], [{ kind: 'end', reason: 'length' }], []];
  await fc.assert(
    fc.asyncProperty(
      script,
      fc.constantFrom(...endings),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (pieces, ending, limit, stream) => {
        const textEngine = scriptedEngine([...pieces, ...ending]);
        await using text = await openText(fetchShell, { ports: { textEngine } });
        const tools = [{ type: 'web_search' }];
        const usage = await usageOf(text.respond({ tools, stream, max_output_tokens: limit }));
        expect(await text.store.findAccount('alpha')).toMatchObject({ used: priceOf(usage), held: 0n });
      },
    ),
    { numRuns: 60 },
  );
});
