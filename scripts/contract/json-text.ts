/** An error in a JSON text, with its position. */
export interface JsonFault {
  readonly offset: number;
  readonly message: string;
}

/** Positions in a JSON text: where each member and entry begins (a member at its name), by JSON pointer. */
export interface JsonPlaces {
  readonly offsets: ReadonlyMap<string, number>;
  /** The first syntax error, and duplicate members. */
  readonly faults: readonly JsonFault[];
}

interface Cursor {
  readonly text: string;
  offset: number;
  readonly offsets: Map<string, number>;
  readonly twice: JsonFault[];
}

/** Finds positions and errors in a JSON text; stops at the first syntax error. */
export function readJsonPlaces(text: string): JsonPlaces {
  const cursor: Cursor = { text, offset: 0, offsets: new Map(), twice: [] };
  try {
    skipSpace(cursor);
    readValue(cursor, '');
    skipSpace(cursor);
    if (cursor.offset < text.length)
      throw new SyntaxFault(cursor.offset, `the file goes on after its end: remove ${rest(cursor)}`);
    return { offsets: cursor.offsets, faults: cursor.twice };
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    return {
      offsets: cursor.offsets,
      faults: [...cursor.twice, { offset: error.offset, message: error.message }],
    };
  }
}

class SyntaxFault extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

function readValue(cursor: Cursor, pointer: string): void {
  if (!cursor.offsets.has(pointer)) cursor.offsets.set(pointer, cursor.offset);
  const first = cursor.text[cursor.offset];
  if (first === '{') readObject(cursor, pointer);
  else if (first === '[') readList(cursor, pointer);
  else if (first === '"') readString(cursor);
  else readScalar(cursor);
}

function readScalar(cursor: Cursor): void {
  const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
  scalar.lastIndex = cursor.offset;
  const match = scalar.exec(cursor.text);
  if (!match) throw new SyntaxFault(cursor.offset, badValue(cursor));
  cursor.offset = scalar.lastIndex;
}

function readObject(cursor: Cursor, pointer: string): void {
  const names = new Set<string>();
  readMembers(cursor, '}', () => {
    const start = cursor.offset;
    if (cursor.text[start] !== '"') throw new SyntaxFault(start, badName(cursor));
    const name = readString(cursor);
    const at = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (names.has(name))
      cursor.twice.push({
        offset: start,
        message: `"${name}" stands twice in this object: remove one of them`,
      });
    names.add(name);
    cursor.offsets.set(at, start);
    skipSpace(cursor);
    if (cursor.text[cursor.offset] !== ':')
      throw new SyntaxFault(cursor.offset, `a colon is missing after "${name}"`);
    cursor.offset += 1;
    skipSpace(cursor);
    readValue(cursor, at);
  });
}

function readList(cursor: Cursor, pointer: string): void {
  let index = 0;
  readMembers(cursor, ']', () => {
    readValue(cursor, `${pointer}/${index}`);
    index += 1;
  });
}

/** Members between commas up to the closing bracket. */
function readMembers(cursor: Cursor, end: '}' | ']', readMember: () => void): void {
  const start = cursor.offset;
  cursor.offset += 1;
  skipSpace(cursor);
  if (takes(cursor, end)) return;
  for (;;) {
    readMember();
    skipSpace(cursor);
    if (takes(cursor, end)) return;
    const comma = cursor.offset;
    if (!takes(cursor, ',')) throw new SyntaxFault(comma, noComma(cursor, { start, end }));
    skipSpace(cursor);
    if (cursor.text[cursor.offset] === end)
      throw new SyntaxFault(comma, `the comma before "${end}" is one too many: remove it`);
  }
}

function readString(cursor: Cursor): string {
  const literal = /"(?:[^"\\\n]|\\.)*"/y;
  literal.lastIndex = cursor.offset;
  const match = literal.exec(cursor.text);
  if (!match) throw new SyntaxFault(cursor.offset, 'the double quote at the end of this string is missing');
  cursor.offset = literal.lastIndex;
  try {
    return String(JSON.parse(match[0]));
  } catch {
    const message =
      'this string holds a character that JSON writes otherwise: a tab as \\t, a backslash as \\\\';
    throw new SyntaxFault(cursor.offset - match[0].length, message);
  }
}

function takes(cursor: Cursor, character: string): boolean {
  if (cursor.text[cursor.offset] !== character) return false;
  cursor.offset += 1;
  return true;
}

function skipSpace(cursor: Cursor): void {
  while (/[ \t\r\n]/.test(cursor.text[cursor.offset] ?? '')) cursor.offset += 1;
}

function noComma(cursor: Cursor, { start, end }: { readonly start: number; readonly end: string }): string {
  if (cursor.offset >= cursor.text.length) {
    const line = cursor.text.slice(0, start).split('\n').length;
    return `the file ends before the "${cursor.text[start]}" of line ${line} is closed: add "${end}"`;
  }
  if (isComment(cursor)) return NO_COMMENTS;
  return `a comma or "${end}" is missing before ${rest(cursor)}`;
}

function badName(cursor: Cursor): string {
  if (cursor.offset >= cursor.text.length) return 'the file ends in the middle of an object: add "}"';
  return isComment(cursor) ? NO_COMMENTS : `a name in double quotes is missing before ${rest(cursor)}`;
}

function badValue(cursor: Cursor): string {
  if (cursor.text.trim() === '') return 'the file is empty';
  if (cursor.text.startsWith('\uFEFF'))
    return 'the file begins with a byte order mark: save it as UTF-8 without one';
  if (cursor.text.startsWith('\uFFFD') || cursor.text.includes('\0'))
    return 'the file is not UTF-8: save it as UTF-8';
  if (cursor.offset >= cursor.text.length) return 'the file ends where a value is missing';
  if (isComment(cursor)) return NO_COMMENTS;
  return `a value is missing before ${rest(cursor)}: a string stands in double quotes, a number is written like 0.5`;
}

const NO_COMMENTS = 'JSON has no comments: remove it, or say it in "description"';

function isComment(cursor: Cursor): boolean {
  return cursor.text[cursor.offset] === '/' || cursor.text[cursor.offset] === '#';
}

/** The text at the cursor, shortened. */
function rest({ text, offset }: Cursor): string {
  const [word = ''] = /\S[^\s,:}\]]*/.exec(text.slice(offset, offset + 40)) ?? [];
  return word.startsWith('"') ? word : `"${word}"`;
}
