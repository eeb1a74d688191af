/** Shorter secrets would match ordinary text. */
const MIN_LENGTH = 6;

const searches = new Map<string, SecretSearch>();

/** Whether a text contains a secret: plain, escaped for JSON or HTML, percent-encoded, or in base64. Very short secrets are not searched for. */
export function reveals(text: string, secret: string): boolean {
  if (secret.length < MIN_LENGTH) return false;
  const search = searches.get(secret) ?? createSecretSearch([secret]);
  searches.set(secret, search);
  return search(text).length > 0;
}

/** Finds secrets in a text, in every form: the index of each, its start and end. Very short secrets are found only after `Bearer`. */
export type SecretSearch = (
  text: string,
) => readonly { readonly secret: number; readonly start: number; readonly end: number }[];

/** A text without these contains no escapes. */
const ESCAPES = /\\[u/\\]|%[2-7]|&#/;

/** Searches for secrets; of two that start at the same position, the first in the list is found. */
export function createSecretSearch(secrets: readonly string[]): SecretSearch {
  const toPattern = (notation: Notation): RegExp =>
    new RegExp(secrets.map((secret) => `(${formsOf(secret, notation)})`).join('|') || '(?!)', 'gu');
  const [plain, any] = [toPattern(plainForm), toPattern(anyForm)];
  return (text) =>
    Array.from(text.matchAll(ESCAPES.test(text) ? any : plain), ({ index, ...match }) => ({
      secret: secrets.findIndex((_, number) => match[number + 1] !== undefined),
      start: index,
      end: index + match[0].length,
    }));
}

/** Returns the source of a regular expression that matches any of the characters. */
type Notation = (characters: readonly string[]) => string;

function formsOf(secret: string, notation: Notation): string {
  if (secret.length < MIN_LENGTH) return `(?<=Bearer )${escapeText(secret)}`;
  const itself = [...secret].map((character) => notation([character])).join('');
  const encoded = [0, 1, 2].map((offset) => {
    const characters = [...insideBase64(Buffer.from(secret), offset)];
    return characters.map((character) => notation(ALPHABETS[character] ?? [character])).join('');
  });
  return [itself, ...encoded].join('|');
}

function plainForm(characters: readonly string[]): string {
  const [first = '', ...others] = characters.map(escapeText);
  return others.length === 0 ? first : `(?:${[first, ...others].join('|')})`;
}

/** The two characters in which base64 and base64url differ. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = { '+': ['+', '-'], '/': ['/', '_'] };

/** The base64 of bytes at an offset within a group of three, without the characters that depend on neighbouring bytes. */
function insideBase64(bytes: Uint8Array, offset: number): string {
  const before = offset * 8;
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil(before / 6), Math.floor((before + bytes.length * 8) / 6));
}

/** Matches any of the characters in any notation. Repetitions are bounded, so that no text makes the search slow. */
function anyForm(characters: readonly string[]): string {
  const forms = characters.flatMap((character) => {
    const code = character.codePointAt(0) ?? 0;
    const json = [...character.split('')].map((unit) => String.raw`\\{1,8}u${hex(unit.charCodeAt(0), 4)}`);
    const percent = [...Buffer.from(character)].map((byte) => `%(?:25){0,4}${hex(byte, 2)}`);
    const html = `&#(?:0{0,6}${code}|[xX]0{0,6}${hex(code, 1)});`;
    // Letters and digits are never escaped by a backslash alone; `/` is.
    const plain = /\w/.test(character) ? character : String.raw`\\{0,8}${escapeText(character)}`;
    return [plain, json.join(''), percent.join(''), html];
  });
  return `(?:${forms.join('|')})`;
}

/** Hexadecimal digits, matched in upper and lower case. */
function hex(code: number, digits: number): string {
  const text = code.toString(16).padStart(digits, '0');
  return text.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escapeText(text: string): string {
  return text.replaceAll(/[^\w]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
