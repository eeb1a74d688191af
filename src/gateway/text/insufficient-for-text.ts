import type { TokenPrices } from '../../../generated/vocabulary.ts';
import {
  type Change,
  type HoldItem,
  insufficientBalance,
  type Means,
  type Saving,
} from '../../contract/holds/hold-item.ts';
import { type NanoUsd, parseUsd } from '../../contract/money.ts';
import type { ProblemResponse } from '../../contract/problem.ts';
import { priceOfText } from './price-text.ts';
import type { TextUsage } from './text-usage.ts';

export interface UnpaidAnswer extends Means {
  readonly needed: NanoUsd;
  readonly groupRatio: string;
  readonly prices: TokenPrices;
  /** The maximum usage of the answer. */
  readonly longest: TextUsage;
  /** Field of the request that limits the output. */
  readonly limitField: string;
  readonly fewerTools: readonly FewerTools[];
}

/** The calls that an answer may make when only the first of the declared tools are kept. */
interface FewerTools {
  readonly kept: number;
  readonly calls: TextUsage['toolCalls'];
}

/** The 402 of an answer: what it would hold, and the most output tokens and tools that the balance covers. */
export function insufficientForText(unpaid: UnpaidAnswer): ProblemResponse<'insufficient_balance'> {
  const [items, savings, hint] = [itemsOf(unpaid), savingsOf(unpaid), hintOf(unpaid)];
  return insufficientBalance({ ...unpaid, items, savings, hint });
}

function itemsOf({ prices, longest }: UnpaidAnswer): readonly HoldItem[] {
  const { tokens, per, tools } = prices;
  const { inputTokens, cache, outputTokens, toolCalls } = longest;
  const hitRate = cache.isExplicit
    ? (tokens.explicit_cached_input ?? tokens.cached_input)
    : tokens.cached_input;
  const kinds = [
    ['input_token', inputTokens - cache.cached - cache.created, tokens.input],
    ['cached_input_token', cache.cached, hitRate],
    ['cache_creation_token', cache.created, tokens.cache_creation ?? tokens.input],
    ['output_token', outputTokens, tokens.output],
  ] as const;
  const calls = Object.entries(toolCalls).map(([tool, quantity]) => ({
    unit: 'tool_call' as const,
    quantity,
    tool,
    rate: parseUsd(tools?.rates[tool] ?? '0'),
    per: tools?.per ?? 1,
  }));
  const counted = kinds.map(([unit, quantity, rate]) => ({ unit, quantity, rate: parseUsd(rate), per }));
  return [...counted, ...calls].filter(({ quantity }) => quantity > 0);
}

/** Fewer output tokens, or fewer tools; both together where neither is enough. */
function savingsOf(unpaid: UnpaidAnswer): readonly Saving[] {
  const { longest, limitField, fewerTools } = unpaid;
  const { outputTokens, toolCalls } = longest;
  const output = mostOutput(unpaid, toolCalls);
  const shorter = output === undefined ? [] : [{ field: limitField, value: output }];
  const kept = fewerTools.find(({ calls }) => covers(unpaid, { ...longest, outputTokens, toolCalls: calls }));
  const single = [...shorter, ...(kept ? [keeping(kept)] : [])];
  if (single.length > 0) return single;
  for (const fewer of fewerTools) {
    const value = mostOutput(unpaid, fewer.calls);
    if (value !== undefined) return [{ ...keeping(fewer), and: { field: limitField, value } }];
  }
  return [];
}

function keeping({ kept }: FewerTools): Change {
  return { field: 'tools', value: kept, isList: true };
}

/** The most output tokens that the balance covers with these calls: the price grows with the output, so it is found by binary search. */
function mostOutput(unpaid: UnpaidAnswer, toolCalls: TextUsage['toolCalls']): number | undefined {
  const { longest } = unpaid;
  const fits = (outputTokens: number) => covers(unpaid, { ...longest, outputTokens, toolCalls });
  if (!fits(1)) return undefined;
  let [most, least] = [longest.outputTokens, 1];
  while (most - least > 1) {
    const middle = Math.floor((most + least) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** A shorter input helps if the shortest possible request is covered. */
function hintOf(unpaid: UnpaidAnswer): string | undefined {
  const cache = { cached: 0, created: 0, isExplicit: false };
  const shortest = { inputTokens: 1, cache, outputTokens: 1, reasoningTokens: 0, toolCalls: {} };
  return covers(unpaid, shortest) ? 'shorten the input' : undefined;
}

function covers({ prices, groupRatio, available }: UnpaidAnswer, usage: TextUsage): boolean {
  return priceOfText(prices, usage, groupRatio) <= available;
}
