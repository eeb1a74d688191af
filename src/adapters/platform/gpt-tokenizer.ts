import { createPace } from '../../gateway/memory/pace.ts';
import type { Tokenizer } from '../../gateway/ports/text/tokenizer.ts';
import { nextTurn } from '../../runtime/next-turn.ts';

/**
 * Counts by the o200k_base vocabulary, which stands in for the family's own tokenizer ("about 4.5k tokens",
 * section 4.4.1). A token has at least one byte, so a short text needs no count. The text is counted in chunks,
 * because an unbroken run costs the square of its length; a chunk ends before white space if there is any. All
 * counting in a process is paced: long texts do not block other requests.
 */
export const gptTokenizer: Tokenizer = {
  count: (text) => countUpTo(text, Number.POSITIVE_INFINITY),
  isWithin: (text, maxTokens) =>
    hasAtMostBytes(text, maxTokens) || countUpTo(text, maxTokens).then((tokens) => tokens <= maxTokens),
};

/** Does not encode a text whose length decides: a UTF-16 unit is one to three bytes. */
function hasAtMostBytes(text: string, most: number): boolean {
  if (text.length * 3 <= most) return true;
  return text.length <= most && new TextEncoder().encode(text).length <= most;
}

/**
 * Loads the vocabulary, which takes 75 MB and blocks for a quarter of a second; otherwise it is loaded with the first
 * text to count.
 */
export async function loadVocabulary(): Promise<void> {
  await gptTokenizer.count('A paper boat');
}

/** The number of tokens, or some number above `limit` as soon as it is exceeded. */
async function countUpTo(text: string, limit: number): Promise<number> {
  counter ??= loadCounter();
  const countPiece = await counter;
  let tokens = 0;
  for (let start = 0; start < text.length && tokens <= limit; ) {
    const end = endOfPiece(text, start);
    tokens += countPiece(text.slice(start, end));
    const turn = pace.spend(end - start);
    if (turn) await turn;
    start = end;
  }
  return tokens;
}

/** Words whose token counts are cached, for all texts; further ones are counted again each time, with the text around them. */
const MOST_WORDS = 20_000;
const LONGEST_WORD = 40;
const words = new Map<string, number>();
let counter: ReturnType<typeof loadCounter> | undefined;

/** Tokens never span two of the words into which the vocabulary's regular expression splits a text, and most words repeat. */
async function loadCounter(): Promise<(piece: string) => number> {
  const [{ countTokens }, { O200K_TOKEN_SPLIT_REGEX }] = await Promise.all([
    import('gpt-tokenizer/encoding/o200k_base'),
    import('gpt-tokenizer/encodingParams/constants'),
  ]);
  const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
  return (piece) => {
    let tokens = 0;
    for (const word of piece.match(O200K_TOKEN_SPLIT_REGEX) ?? []) {
      const known = words.get(word);
      if (known === undefined && (words.size >= MOST_WORDS || word.length > LONGEST_WORD))
        return count(piece);
      const own = known ?? count(word);
      if (known === undefined) words.set(word, own);
      tokens += own;
    }
    return tokens;
  };
}

const LONGEST_PIECE = 200;

/** Characters that are counted per turn: it takes a millisecond or less, and four for the most hostile ones. */
const TURN_CHARACTERS = 2048;
const pace = createPace(nextTurn, TURN_CHARACTERS);

function endOfPiece(text: string, start: number): number {
  const limit = start + LONGEST_PIECE;
  if (limit >= text.length) return text.length;
  for (let end = limit; end > start + 1; end -= 1) {
    if (/\s/.test(text.charAt(end))) return end;
  }
  const isInsidePair = /[\uDC00-\uDFFF]/.test(text.charAt(limit));
  return isInsidePair ? limit - 1 : limit;
}
