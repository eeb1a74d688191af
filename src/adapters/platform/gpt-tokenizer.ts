import type { Tokenizer } from '../../gateway/ports/tokenizer.ts';

/**
 * Counts by the o200k_base vocabulary, which stands in for the family's own tokenizer ("about 4.5k tokens",
 * section 4.4.1). A token has at least one byte, so a short text needs no count; a very long one is refused
 * unread: no text worth drawing has so many characters to a token.
 */
export const gptTokenizer: Tokenizer = {
  async isWithin(text, maxTokens) {
    if (Buffer.byteLength(text) <= maxTokens) return true;
    if (text.length > maxTokens * MOST_CHARACTERS_PER_TOKEN) return false;
    const { isWithinTokenLimit } = await import('gpt-tokenizer/encoding/o200k_base');
    return isWithinTokenLimit(text, maxTokens, { disallowedSpecial: new Set() }) !== false;
  },
};

const MOST_CHARACTERS_PER_TOKEN = 12;
