import type { components } from '../../../generated/openapi-types.ts';

type Schemas = components['schemas'];

/** Input tokens read from a cache or written to it; the rest of the input is neither. */
export interface CachedInput {
  readonly cached: number;
  readonly created: number;
  readonly isExplicit: boolean;
}

/** The usage of an answer (section 2.7). Thinking is part of the output. */
export interface TextUsage {
  readonly inputTokens: number;
  readonly cache: CachedInput;
  readonly outputTokens: number;
  readonly reasoningTokens: number;
  /** Calls by tool name; a tool that was not called is absent. */
  readonly toolCalls: Readonly<Record<string, number>>;
}

export function toChatUsage(usage: TextUsage): Schemas['ChatUsage'] {
  const { inputTokens, outputTokens, reasoningTokens } = usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: toPromptDetails(usage.cache),
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}

export function toResponseUsage(usage: TextUsage): Schemas['ResponseUsage'] {
  const { inputTokens, outputTokens, reasoningTokens, toolCalls, cache } = usage;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    input_tokens_details: { cached_tokens: cache.cached },
    prompt_tokens_details: toPromptDetails(cache),
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    x_tools: Object.fromEntries(Object.entries(toolCalls).map(([tool, count]) => [tool, { count }])),
  };
}

function toPromptDetails({ cached, created, isExplicit }: CachedInput): Schemas['PromptTokensDetails'] {
  return {
    cached_tokens: cached,
    ...(created > 0 ? { cache_creation_input_tokens: created } : {}),
    ...(isExplicit ? { cache_type: 'ephemeral' } : {}),
  };
}
