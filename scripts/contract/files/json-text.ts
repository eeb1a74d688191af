import { badName, badValue, goesOn, noComma } from './json-faults.ts';

/** An error in a JSON text, with its position. */
interface JsonFault {
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
  /** How many brackets are open. */
  depth: number;
  readonly offsets: Map<string, number>;
  readonly twice: JsonFault[];
  /** The first member that is indented no deeper than the bracket around it, which is probably not closed. */
  outside: JsonFault | undefined;
}

/** A schema has two or three levels for each level of the requests it is for, which may have 64. */
const MAX_DEPTH = 200;

/** Finds positions and errors in a JSON text; stops at the first syntax error. */
export function readJsonPlaces(text: string): JsonPlaces {
  const cursor: Cursor = { text, offset: 0, depth: 0, offsets: new Map(), twice: [], outside: undefined };
  try {
    skipSpace(cursor);
    readValue(cursor, '');
    skipSpace(cursor);
    if (cursor.offset < text.length) throw new SyntaxFault(cursor.offset, goesOn(cursor));
    return { offsets: cursor.offsets, faults: cursor.twice };
  } catch (error) {
    if (!(error instanceof SyntaxFault)) throw error;
    const { offset, message } = error;
    const fault = (offset >= text.length && cursor.outside) || { offset, message };
    return { offsets: cursor.offsets, faults: [...cursor.twice, fault] };
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
  if (first === '{' || first === '[') readNested(cursor, pointer);
  else if (first === '"') readString(cursor);
  else readScalar(cursor);
}

function readNested(cursor: Cursor, pointer: string): void {
  if (cursor.depth === MAX_DEPTH)
    throw new SyntaxFault(cursor.offset, `nested too deeply: a file may have at most ${MAX_DEPTH} levels`);
  cursor.depth += 1;
  if (cursor.text[cursor.offset] === '{') readObject(cursor, pointer);
  else readList(cursor, pointer);
  cursor.depth -= 1;
}

function readScalar(cursor: Cursor): void {
  const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
  scalar.lastIndex = cursor.offset;
  const match = scalar.exec(cursor.text);
  if (!match) throw new SyntaxFault(cursor.offset, badValue(cursor));
  const value = Number(match[0]);
  if (value > Number.MAX_SAFE_INTEGER || value < Number.MIN_SAFE_INTEGER)
    throw new SyntaxFault(cursor.offset, `the number ${match[0]} is too large to be exact`);
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
        message: `"${name}" occurs twice in this object: remove one of them`,
      });
    names.add(name);
    cursor.offsets.set(at, start);
    skipSpace(cursor);
    if (cursor.text[cursor.offset] !== ':') throw new SyntaxFault(...noColon(cursor, { start, name }));
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
  const first = cursor.offset;
  for (;;) {
    if (isOutside(cursor, { start, first })) cursor.outside ??= unclosed(cursor, start);
    readMember();
    skipSpace(cursor);
    if (takes(cursor, end)) return;
    const comma = cursor.offset;
    if (!takes(cursor, ',')) throw new SyntaxFault(comma, notGoingOn(cursor, { start, first, end }));
    skipSpace(cursor);
    if (cursor.text[cursor.offset] === end)
      throw new SyntaxFault(comma, `the comma before "${end}" is one too many: remove it`);
  }
}

/** Offsets of an opening bracket and of the first member in it. */
interface Opened {
  readonly start: number;
  readonly first: number;
}

function notGoingOn(cursor: Cursor, { start, first, end }: Opened & { readonly end: string }): string {
  const { text, offset } = cursor;
  if (offset >= text.length)
    return `the file ends before the "${text[start]}" of line ${lineOf(text, start)} is closed: add "${end}"`;
  return text[offset] === '"' && isOutside(cursor, { start, first })
    ? unclosed(cursor, start).message
    : noComma(cursor, end);
}

/** True for a member on a line that is indented no deeper than the line of the bracket, unlike the first one. */
function isOutside({ text, offset }: Cursor, { start, first }: Opened): boolean {
  const base = indentOf(text, start);
  const isFirstOnLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, offset - 200), offset));
  return isFirstOnLine && indentOf(text, first) > base && indentOf(text, offset) <= base;
}

function unclosed({ text, offset }: Cursor, start: number): JsonFault {
  const bracket = text[start] === '{' ? '}' : ']';
  const [name = ''] = /^"[^"\n]*"/.exec(text.slice(offset, offset + 60)) ?? [];
  const message = `the "${text[start]}" of line ${lineOf(text, start)} is not closed: a "${bracket}" is missing before ${name || 'this'}`;
  return { offset, message };
}

function indentOf(text: string, offset: number): number {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return (/^[ \t]*/.exec(text.slice(line, line + 200))?.[0] ?? '').length;
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** A name that ends with a colon has its closing quote in the wrong place. */
function noColon(
  { offset }: Cursor,
  { start, name }: { readonly start: number; readonly name: string },
): readonly [number, string] {
  const text = name.trimEnd();
  return text.endsWith(':')
    ? [start, `the double quote after "${text.slice(0, -1)}" is missing`]
    : [offset, `a colon is missing after "${name}"`];
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
      'this string contains a character that must be escaped in JSON: a tab as \\t, a backslash as \\\\';
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
