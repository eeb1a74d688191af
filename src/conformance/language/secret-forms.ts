/** Shorter ones occur in every text. */
const SHORTEST = 6;

const searches = new Map<string, SecretSearch>();

/** Whether a text holds a secret: as it is, escaped for JSON or HTML, percent-encoded, or in base64. One of a few characters is not looked for. */
export function reveals(text: string, secret: string): boolean {
  if (secret.length < SHORTEST) return false;
  const search = searches.get(secret) ?? createSecretSearch([secret]);
  searches.set(secret, search);
  return search(text).length > 0;
}

/** Where secrets are in a text, in every form: which of them, from where, to where. Those of a few characters only as a token. */
export type SecretSearch = (
  text: string,
) => readonly { readonly secret: number; readonly start: number; readonly end: number }[];

/** Nothing is escaped in a text without these. */
const ESCAPES = /\\[u/\\]|%[2-7]|&#/;

/** Looks for secrets; of two that begin at one place the first is found. */
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

/** The source of a regular expression for one of some characters. */
type Notation = (characters: readonly string[]) => string;

function formsOf(secret: string, notation: Notation): string {
  if (secret.length < SHORTEST) return `(?<=Bearer )${escapeText(secret)}`;
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

/** The two characters in which the alphabets of base64 differ. */
const ALPHABETS: Readonly<Record<string, readonly string[]>> = { '+': ['+', '-'], '/': ['/', '_'] };

/** What base64 makes of the bytes wherever they stand in groups of three, without the characters that its neighbours change. */
function insideBase64(bytes: Uint8Array, offset: number): string {
  const before = offset * 8;
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  return text.slice(Math.ceil(before / 6), Math.floor((before + bytes.length * 8) / 6));
}

/** One of some characters in any notation. Repetitions are limited: no text makes the search long. */
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

/** Hexadecimal digits in upper and lower case. */
function hex(code: number, digits: number): string {
  const text = code.toString(16).padStart(digits, '0');
  return text.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escapeText(text: string): string {
  return text.replaceAll(/[^\w]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
