import { describe, expect, test } from 'vitest';
import { insufficientForText } from '../../../src/gateway/text/insufficient-for-text.ts';
import { at } from '../../support/open-wire.ts';
import { shells } from '../../support/shells.ts';
import { CHAT, openText, RESPONSES, user } from './open-text.ts';

const ask = (fields: object) => ({ model: 'qx3.8-max', input: 'Hi', ...fields });
const use = (...tools: readonly string[]) => tools.map((type) => ({ type }));

/** Calls cost 0.01 USD for `web_search`, 0.005 for `web_extractor` and 0.008 for `code_interpreter`; 100 output tokens 0.0006. */
const calls: readonly [
  what: string,
  balance: string,
  fields: object,
  advice: string,
  enoughWith: object[],
][] = [
  [
    'the one tool',
    '0.0011',
    { tools: use('web_search'), max_output_tokens: 100 },
    'The balance would cover no tools.',
    [{ param: '/tools', value: 0 }],
  ],
  [
    'the last tool',
    '0.0101',
    { tools: use('web_search', 'code_interpreter'), max_output_tokens: 10 },
    'The balance would cover only the first of tools.',
    [{ param: '/tools', value: 1 }],
  ],
  [
    'a tool without which another may not be declared',
    '0.0101',
    { tools: use('web_extractor', 'web_search'), max_output_tokens: 10 },
    'The balance would cover no tools.',
    [{ param: '/tools', value: 0 }],
  ],
  [
    'a tool among unknown ones, which cost nothing',
    '0.0011',
    { tools: use('t2i_search', 'web_search', 'unknown'), max_output_tokens: 100 },
    'The balance would cover only the first of tools.',
    [{ param: '/tools', value: 1 }],
  ],
  [
    'tokens or tools',
    '0.02',
    { tools: use('web_search'), max_output_tokens: 2000 },
    'The balance would cover max_output_tokens: 1666, or no tools.',
    [
      { param: '/max_output_tokens', value: 1666 },
      { param: '/tools', value: 0 },
    ],
  ],
  [
    'tokens and tools',
    '0.0011',
    { tools: use('web_search'), max_output_tokens: 2000 },
    'The balance would cover no tools and max_output_tokens: 183.',
    [{ param: '/tools', value: 0, and: { param: '/max_output_tokens', value: 183 } }],
  ],
  ['nothing', '0.000007', { tools: use('web_search') }, 'Add credit.', []],
];

describe.each(shells)('through the $name shell', (shell) => {
  test.each(calls)('a 402 of a response names %s', async (_what, balance, fields, advice, enoughWith) => {
    await using text = await openText(shell, { deposits: { alpha: balance } });
    const { status, body } = await text.post(RESPONSES, ask(fields));
    expect(status).toBe(402);
    expect(at(body, 'error', 'message')).toMatch(new RegExp(`\\. ${advice.replaceAll('.', '\\.')}$`));
    expect(at(body, 'error', 'hold', 'enough_with')).toEqual(enoughWith);
    expect(at(body, 'error', 'hold', 'items')).toContainEqual(
      expect.objectContaining({ unit: 'tool_call', tool: 'web_search', rate: 10, per: 1000 }),
    );
  });

  test('every change that a 402 names is sufficient', async () => {
    for (const [, balance, fields, , enoughWith] of calls) {
      for (const saving of enoughWith) {
        await using text = await openText(shell, { deposits: { alpha: balance } });
        const body: Record<string, unknown> = ask(fields);
        for (const change of [saving, at(saving, 'and')].filter(Boolean)) {
          const field = String(at(change, 'param')).slice(1);
          const [sent, value] = [body[field], Number(at(change, 'value'))];
          body[field] = Array.isArray(sent) ? sent.slice(0, value) : value;
        }
        expect([body, (await text.post(RESPONSES, body)).status]).toEqual([body, 200]);
      }
    }
  });

  test('where only the input costs too much, a 402 says so', async () => {
    await using text = await openText(shell, { deposits: { alpha: '0.0001' } });
    const long = { model: 'qx3.8-max', messages: [user('boat '.repeat(2000))], max_tokens: 1, stream: false };
    const { status, body } = await text.post(CHAT, long);
    expect([status, at(body, 'error', 'hold', 'enough_with')]).toEqual([402, []]);
    expect(at(body, 'error', 'message')).toMatch(/\. Add credit, or shorten the input\.$/);
    expect((await text.post(CHAT, { ...long, messages: [user('boat')] })).status).toBe(200);
  });
});

test.each([
  [true, '1000 cached input tokens at 0.12 USD per 1000000'],
  [false, '1000 cached input tokens at 0.15 USD per 1000000'],
])('a 402 names the rate of a hit, explicit: %s', (isExplicit, item) => {
  const prices = {
    unit: 'token',
    per: 1_000_000,
    tokens: { input: '1.2', cached_input: '0.15', explicit_cached_input: '0.12', output: '6' },
  } as const;
  const { body } = insufficientForText({
    available: 5999n,
    needed: 1_000_000n,
    groupRatio: '1',
    prices,
    longest: {
      inputTokens: 1000,
      cache: { cached: 1000, created: 0, isExplicit },
      outputTokens: 1,
      reasoningTokens: 0,
      toolCalls: {},
    },
    limitField: 'max_tokens',
    fewerTools: [],
  });
  expect(body.error.message).toContain(
    `: ${item} and up to 1 output token at 6 USD per 1000000. Add credit.`,
  );
});

test('a 402 names what uses the balance up to its last unit', async () => {
  // 6 input and 100 output tokens.
  await using text = await openText(shells[0], { deposits: { alpha: '0.0006072' } });
  const answer = await text.chat({ max_tokens: 101, stream: false });
  expect(at(answer.body, 'error', 'hold', 'enough_with')).toEqual([{ param: '/max_tokens', value: 100 }]);
});
