import { expect, test } from 'vitest';
import { priceOfText } from '../../../src/gateway/text/price-text.ts';
import type { TextUsage } from '../../../src/gateway/text/text-usage.ts';

const prices = {
  unit: 'token',
  per: 1_000_000,
  tokens: {
    input: '1.2',
    cached_input: '0.15',
    cache_creation: '1.5',
    explicit_cached_input: '0.12',
    output: '6',
  },
  tools: { per: 1000, rates: { web_search: '10' } },
} as const;
const none: TextUsage = {
  inputTokens: 0,
  cache: { cached: 0, created: 0, isExplicit: false },
  outputTokens: 0,
  reasoningTokens: 0,
  toolCalls: {},
};

test.each<[string, Partial<TextUsage>, string, bigint]>([
  ['nothing', {}, '1', 0n],
  ['a million of input', { inputTokens: 1_000_000 }, '1', 1_200_000_000n],
  [
    'a million of output, thinking included',
    { outputTokens: 1_000_000, reasoningTokens: 999_999 },
    '1',
    6_000_000_000n,
  ],
  [
    'an implicit hit',
    { inputTokens: 1_000_000, cache: { cached: 1_000_000, created: 0, isExplicit: false } },
    '1',
    150_000_000n,
  ],
  [
    'an explicit hit',
    { inputTokens: 1_000_000, cache: { cached: 1_000_000, created: 0, isExplicit: true } },
    '1',
    120_000_000n,
  ],
  [
    'a creation',
    { inputTokens: 1_000_000, cache: { cached: 0, created: 1_000_000, isExplicit: true } },
    '1',
    1_500_000_000n,
  ],
  ['a tool a thousand times', { toolCalls: { web_search: 1000 } }, '1', 10_000_000_000n],
  ['a tool without a rate', { toolCalls: { unheard_of: 1000 } }, '1', 0n],
  ['half a nano, rounded up', { inputTokens: 1 }, '0.00125', 2n],
  ['less than half a nano', { inputTokens: 1 }, '0.001249999', 1n],
  [
    'one rounding for all parts',
    { inputTokens: 1, outputTokens: 1, toolCalls: { web_search: 1 } },
    '0.0000001',
    1n,
  ],
])('prices %s', (_what, usage, ratio, nano) => {
  expect(priceOfText(prices, { ...none, ...usage }, ratio)).toBe(nano);
});
