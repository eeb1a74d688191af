/** Characters that strings are made of, and which of them the sets of patterns have. */
export interface Alphabet {
  readonly characters: readonly string[];
  /** For each set, as it stands in its pattern: 1 for a character that it has. */
  readonly sets: ReadonlyMap<string, Uint8Array>;
}

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
/** Where characters are looked for that are not printable ASCII, and how many are enough. */
const LAST_CODE_POINT = 0x1ffff;
const ENOUGH = 12;

/** Creates an alphabet from which every set has a character, if there is one in the first two planes of Unicode. */
export function createAlphabet(sources: readonly string[]): Alphabet {
  const expressions = new Map(sources.map((source) => [source, new RegExp(`^(?:${source})$`, 'u')]));
  const characters = new Set(PRINTABLE);
  for (const expression of expressions.values())
    if (!PRINTABLE.some((character) => expression.test(character)))
      for (const character of findCharacters(expression)) characters.add(character);
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
