/** The keyword next to a `pattern` that states its requirement in words, as the rest of a sentence. */
export const MESSAGE = 'x-message';
