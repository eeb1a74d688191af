/** The keyword next to a `pattern` that states its requirement in words, as the rest of a sentence. */
export const MESSAGE = 'x-message';

/** Keywords of published schemas with limits that JSON Schema cannot express: sizes, reference media, tokens. */
export const PUBLISHED_LIMITS = ['x-sizes', 'x-media', 'x-prompt', 'x-text'] as const;
