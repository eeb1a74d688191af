/** Shorter ones occur in every text. */
const SHORTEST = 6;

const patterns = new Map<string, RegExp>();

/** Whether a text holds a secret: as it is, escaped for JSON or HTML, percent-encoded, or in base64. One of a few characters is not looked for. */
export function reveals(text: string, secret: string): boolean {
  if (secret.length < SHORTEST) return false;
  const pattern = patterns.get(secret) ?? new RegExp(formsOf(secret), 'u');
  patterns.set(secret, pattern);
  return pattern.test(text);
}

/** The source of a regular expression that finds a secret in every form; one of a few characters only as a token. */
export function formsOf(secret: string): string {
  if (secret.length < SHORTEST) return `(?<=Bearer )${escapeText(secret)}`;
  const plain = [...secret].map((character) => anyForm([character])).join('');
  const encoded = [0, 1, 2].map((offset) => {
    const characters = [...insideBase64(Buffer.from(secret), offset)];
    return characters.map((character) => anyForm(ALPHABETS[character] ?? [character])).join('');
  });
  return [plain, ...encoded].join('|');
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
