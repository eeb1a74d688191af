import type { TokenPrices } from '../../../generated/vocabulary.ts';
import { type HoldItem, insufficientBalance, type Saving } from '../../contract/holds/hold-item.ts';
import { type NanoUsd, parseUsd } from '../../contract/money.ts';
import type { ProblemResponse } from '../../contract/problem.ts';
import { priceOfText } from './price-text.ts';
import type { TextUsage } from './text-usage.ts';

/** What an answer would have held. */
export interface UnpaidAnswer {
  readonly available: NanoUsd;
  readonly needed: NanoUsd;
  readonly groupRatio: string;
  readonly prices: TokenPrices;
  /** The maximum usage of the answer. */
  readonly longest: TextUsage;
  /** Field of the request that limits the output. */
  readonly limitField: string;
}

/** The 402 of an answer: what it would hold, and the most output tokens that the balance covers. */
export function insufficientForText(unpaid: UnpaidAnswer): ProblemResponse<'insufficient_balance'> {
  return insufficientBalance({ ...unpaid, items: itemsOf(unpaid), savings: savingsOf(unpaid) });
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

/** The price grows with the output, so the maximum that the balance covers is found by binary search. */
function savingsOf({ available, groupRatio, prices, longest, limitField }: UnpaidAnswer): readonly Saving[] {
  const fits = (outputTokens: number) =>
    priceOfText(prices, { ...longest, outputTokens }, groupRatio) <= available;
  if (!fits(1)) return [];
  let [most, least] = [longest.outputTokens, 1];
  while (most - least > 1) {
    const middle = Math.floor((most + least) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return [{ field: limitField, value: least }];
}
