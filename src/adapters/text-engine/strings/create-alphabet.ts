/** The characters that strings are made of, and which of them each set of the patterns contains. */
export interface Alphabet {
  readonly characters: readonly string[];
  /** For each set, by its source text in the pattern: 1 for each character that it contains. */
  readonly sets: ReadonlyMap<string, Uint8Array>;
}

const ASCII = Array.from({ length: 128 }, (_, index) => String.fromCodePoint(index));
const PRINTABLE = ASCII.slice(32, 127);
/** A space, a line break and a letter represent everything beyond ASCII in simple sets. */
const SIMPLE = new Set([...ASCII, '\u00a0', '\u2028', '\u00e9']);
const SIMPLE_SET = /^(?:[ -~]|\\[dDwWsSnrtfv]|\\[^\w]|\[(?:[ -~]|\\[dDwWsSnrtfv]|\\[^\w])*\])$/;
/** The range searched for characters that are not printable ASCII, and how many are enough. */
const LAST_CODE_POINT = 0x1ffff;
const ENOUGH = 12;

/** All characters that make a difference to sets without Unicode escapes; undefined for other sets. */
export function createSimpleAlphabet(sources: readonly string[]): Alphabet | undefined {
  return sources.every((source) => SIMPLE_SET.test(source))
    ? toAlphabet(SIMPLE, expressionsOf(sources))
    : undefined;
}

/** Creates an alphabet with a character of every set, if there is one in the first two planes of Unicode. */
export function createAlphabet(sources: readonly string[]): Alphabet {
  const expressions = expressionsOf(sources);
  const characters = new Set(PRINTABLE);
  for (const expression of expressions.values())
    if (!PRINTABLE.some((character) => expression.test(character)))
      for (const character of findCharacters(expression)) characters.add(character);
  return toAlphabet(characters, expressions);
}

function expressionsOf(sources: readonly string[]): ReadonlyMap<string, RegExp> {
  return new Map(sources.map((source) => [source, new RegExp(`^(?:${source})$`, 'u')]));
}

function toAlphabet(characters: ReadonlySet<string>, expressions: ReadonlyMap<string, RegExp>): Alphabet {
  const all = [...characters];
  const listOf = (expression: RegExp) =>
    Uint8Array.from(all, (character) => (expression.test(character) ? 1 : 0));
  return {
    characters: all,
    sets: new Map([...expressions].map(([source, expression]) => [source, listOf(expression)])),
  };
}

function findCharacters(expression: RegExp): readonly string[] {
  const found: string[] = [];
  for (let code = 0; code <= LAST_CODE_POINT && found.length < ENOUGH; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue; // halves of pairs
    const character = String.fromCodePoint(code);
    if (expression.test(character)) found.push(character);
  }
  return found;
}
