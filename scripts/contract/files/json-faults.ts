/** A place in a JSON text where parsing fails. */
export interface JsonPlace {
  readonly text: string;
  readonly offset: number;
}

const NO_COMMENTS = 'JSON has no comments: remove it, or say it in "$comment"';

/** Why no member name begins here. */
export function badName(place: JsonPlace): string {
  if (place.offset >= place.text.length) return 'the file ends in the middle of an object: add "}"';
  const word = wordAt(place);
  if (word === ',') return 'this comma is one too many: remove it';
  if (/^\d/.test(word)) return `a name is missing before "${word}"; a number is written without commas`;
  return strangeCharacter(place) ?? `a name must be in double quotes: write "${unquoted(word)}"`;
}

/** Why no value begins here. */
export function badValue(place: JsonPlace): string {
  const { text, offset } = place;
  if (text.trim() === '') return 'the file is empty';
  if (text.startsWith('\uFEFF'))
    return 'the file begins with a byte order mark: save it as UTF-8 without one';
  if (text.startsWith('\uFFFD') || text.includes('\0')) return 'the file is not UTF-8: save it as UTF-8';
  if (offset >= text.length) return 'the file ends where a value is missing';
  const strange = strangeCharacter(place);
  if (strange !== undefined) return strange;
  if (text.slice(0, offset).trim() === '') return 'the file is JSON, so it must begin with "{"';
  const word = wordAt(place);
  if (/^[,:\]})]/.test(word)) return `a value is missing before "${word}"`;
  if (/^[&*]/.test(word)) return 'JSON has no anchors and aliases: write the value itself';
  return (
    KEYWORDS[word.toLowerCase()] ??
    badNumber(word) ??
    `a string must be in double quotes: write "${unquoted(word)}"`
  );
}

/** Why neither a comma nor the closing bracket `end` is here. */
export function noComma(place: JsonPlace, end: string): string {
  const { text, offset } = place;
  if (end === ']' && text[offset] === ':')
    return 'a "]" is missing before this member: the list is not closed';
  const word = wordAt(place);
  return (
    strangeCharacter(place) ??
    `a comma or "${end}" is missing before ${word.startsWith('"') ? word : `"${word}"`}`
  );
}

/** Why the file does not end here. */
export function goesOn(place: JsonPlace): string {
  const word = wordAt(place);
  if (/^[,"]/.test(word))
    return `the file ends before ${word.startsWith('"') ? word : `"${word}"`}: a "}" above is one too many`;
  return `the file continues after its end: remove "${word}"${word === '}' ? '' : ' and what follows'}`;
}

const KEYWORDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['true', 'yes', 'on'].map((word) => [word, 'a JSON boolean is true or false: write true']),
  ),
  ...Object.fromEntries(
    ['false', 'no', 'off'].map((word) => [word, 'a JSON boolean is true or false: write false']),
  ),
  ...Object.fromEntries(
    ['null', 'none', 'nil', 'undefined', '~'].map((word) => [word, 'write null, or remove the member']),
  ),
};

function badNumber(word: string): string | undefined {
  if (!/^[+-]?[.\d]/.test(word)) return undefined;
  const value = Number(word.replaceAll('_', '').replace(/^\+/, ''));
  if (Number.isNaN(value)) return undefined; // a date, or a number with its unit
  return `"${word}" is not a JSON number: write ${value}`;
}

/** Comments, merge conflicts, and look-alike or invisible characters. */
function strangeCharacter({ text, offset }: JsonPlace): string | undefined {
  const character = text[offset] ?? '';
  if (character === '/' || character === '#') return NO_COMMENTS;
  if (/^(?:<{7}|={7}|>{7})/.test(text.slice(offset, offset + 7)))
    return 'a merge conflict is not resolved here';
  if (/^[^\S \t\r\n]|^[\u200B-\u200D\u2060\uFEFF]/u.test(character)) {
    const code = character.codePointAt(0) ?? 0;
    return `an invisible character (U+${code.toString(16).toUpperCase().padStart(4, '0')}) is here: remove it`;
  }
  return undefined;
}

function unquoted(word: string): string {
  return word.replaceAll(/^['`´‘’‚“”„«»]|['`´‘’“”«»]$/g, '');
}

/** The word or the character at the place, truncated. */
function wordAt({ text, offset }: JsonPlace): string {
  const [word = ''] = /[,:[\]{}]|"[^"\n]*"?|[^\s,:[\]{}"]+/.exec(text.slice(offset, offset + 40)) ?? [];
  return word;
}
