/** The keywords of Rust, the words that are reserved, and the names that each type has. */
const KEYWORDS = new Set(
  (
    'abstract as async await become box break const continue crate do dyn else enum extern extra false final fn for gen if impl in let ' +
    'loop macro match mod move mut new override priv pub ref return self static struct super trait true try type typeof unsafe ' +
    'unsized use virtual where while yield'
  ).split(' '),
);

/** `maxTokens` as `max_tokens`, `type` as `type_`. */
export function toSnake(name: string): string {
  const snake = name
    .replace(/[a-z0-9](?=[A-Z])/g, '$&_')
    .replace(/[^a-zA-Z0-9]+/g, '_')
    .toLowerCase()
    .replace(/^(?=\d|$)/, 'n');
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}
