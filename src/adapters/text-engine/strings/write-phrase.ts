const WORDS = 'paper boat river morning light folded blue quiet harbour wind small sail'.split(' ');

const MAX_WORDS = 3;

/** A few words, with as many characters as are allowed. Same seed, same words. */
export function writePhrase(
  seed: number,
  { least, most }: { readonly least: number; readonly most: number },
): string {
  const word = (index: number) => WORDS[Math.abs(seed * 7 + index * 5) % WORDS.length] ?? '';
  let phrase = '';
  for (let index = 0; phrase.length < least || index < MAX_WORDS; index += 1)
    phrase += index === 0 ? word(index) : ` ${word(index)}`;
  const cut = phrase.slice(0, most).trimEnd();
  return cut.padEnd(Math.min(least, most), '.');
}

/** A word that is unique to a number. */
export function writeWord(number: number): string {
  const word = WORDS[number % WORDS.length] ?? '';
  const round = Math.floor(number / WORDS.length);
  return round === 0 ? word : `${word}_${round}`;
}
