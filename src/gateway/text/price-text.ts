import type { TokenPrices } from '../../../generated/vocabulary.ts';
import { divideHalfUp, type NanoUsd, parseUsd } from '../../contract/money.ts';
import type { TextUsage } from './text-usage.ts';

const RATIO_SCALE = parseUsd('1');

/**
 * The price of an answer (section 4.6, "Billing"): tokens by kind plus calls of tools, times the group ratio, rounded
 * half up once. A tool without a rate is free.
 */
export function priceOfText(prices: TokenPrices, usage: TextUsage, groupRatio: string): NanoUsd {
  const tokensPer = BigInt(prices.per);
  const callsPer = BigInt(prices.tools?.per ?? 1);
  const amount = tokenAmount(prices, usage) * callsPer + toolAmount(prices, usage) * tokensPer;
  return divideHalfUp(amount * parseUsd(groupRatio), tokensPer * callsPer * RATIO_SCALE);
}

function tokenAmount(
  { tokens: rates }: TokenPrices,
  { inputTokens, outputTokens, cache }: TextUsage,
): bigint {
  const hitRate = cache.isExplicit ? (rates.explicit_cached_input ?? rates.cached_input) : rates.cached_input;
  const plain = inputTokens - cache.cached - cache.created;
  return (
    BigInt(plain) * parseUsd(rates.input) +
    BigInt(cache.cached) * parseUsd(hitRate) +
    BigInt(cache.created) * parseUsd(rates.cache_creation ?? rates.input) +
    BigInt(outputTokens) * parseUsd(rates.output)
  );
}

function toolAmount({ tools }: TokenPrices, { toolCalls }: TextUsage): bigint {
  return Object.entries(toolCalls).reduce(
    (sum, [name, count]) => sum + BigInt(count) * parseUsd(tools?.rates[name] ?? '0'),
    0n,
  );
}
