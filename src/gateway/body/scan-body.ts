/** Limits of a JSON text before it is parsed. */
export interface BodyLimits {
  /** Bytes outside of strings: brackets and numbers cost a hundred times their length to parse. */
  readonly maxStructureBytes: number;
  /** Depth of nested objects and arrays, including the body itself. */
  readonly maxDepth: number;
  /** Members of an object inside the body: they are looked through and copied several times. Those of the body itself are counted once it is parsed. */
  readonly maxMembers: number;
}

/** The result of scanning a JSON text: the limit it exceeds, or what still has to be checked. */
export type BodyScan =
  | { readonly kind: 'too_much_structure' }
  /** `name` is the part of the text, quotes included, that names the member of the body with too much nesting. */
  | { readonly kind: 'too_deep'; readonly name: Uint8Array | undefined }
  /** `name` as above, of the member with an object that has too many members. */
  | { readonly kind: 'too_many_members'; readonly name: Uint8Array | undefined }
  /** `hasOddText`: a string has an escape for U+0000 or for a lone surrogate. */
  | { readonly kind: 'fits'; readonly hasOddText: boolean };

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;

/** Scans a JSON text in one pass. Finds no syntax errors: those are left to the parser. */
export function scanBody(
  bytes: Uint8Array,
  { maxStructureBytes, maxDepth, maxMembers }: BodyLimits,
): BodyScan {
  const strings = createStringScan(bytes);
  let structure = 0;
  let depth = 0;
  /** Members so far of the open objects inside the body, by depth. */
  const members: number[] = [];
  /** Where the member of the body that is being read is named; undefined before the first. */
  let nameStart: number | undefined;
  let nameEnd = 0;
  const nameOfMember = () => (nameStart === undefined ? undefined : bytes.subarray(nameStart, nameEnd));
  for (let index = 0; index < bytes.length; index += 1) {
    structure += 1;
    if (structure > maxStructureBytes) return { kind: 'too_much_structure' };
    switch (bytes[index]) {
      case QUOTE: {
        const end = strings.endOf(index + 1);
        if (depth === 1) {
          nameStart = index;
          nameEnd = end + 1;
        }
        index = end;
        break;
      }
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > maxDepth) return { kind: 'too_deep', name: nameOfMember() };
        if (depth > 1) members[depth] = 0;
        break;
      case 0x3a: {
        // :
        if (depth <= 1) break;
        const count = (members[depth] ?? 0) + 1;
        if (count > maxMembers) return { kind: 'too_many_members', name: nameOfMember() };
        members[depth] = count;
        break;
      }
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
    }
  }
  return { kind: 'fits', hasOddText: strings.hasOddText() };
}

/** Bytes of a string that are scanned one by one before the next quotation mark and backslash are searched for. */
export const BYTES_BEFORE_SEARCH = 128;

/** Finds the ends of strings, from left to right. */
export function createStringScan(bytes: Uint8Array) {
  const { length } = bytes;
  let hasOddText = false;
  // Most bodies have no long string.
  let nextQuote: ReturnType<typeof searchFor> | undefined;
  let nextBackslash: ReturnType<typeof searchFor> | undefined;
  return {
    hasOddText: () => hasOddText,
    /** The position of the quotation mark that ends the string whose contents begin here. */
    endOf(start: number) {
      let plain = 0;
      for (let index = start; index < length; ) {
        const byte = bytes[index];
        if (byte === QUOTE) return index;
        if (byte === BACKSLASH) {
          const sequence = readEscape(bytes, index);
          hasOddText ||= sequence.isOdd;
          index += sequence.length;
          plain = 0;
        } else if (plain < BYTES_BEFORE_SEARCH) {
          plain += 1;
          index += 1;
        } else {
          nextQuote ??= searchFor(bytes, QUOTE);
          nextBackslash ??= searchFor(bytes, BACKSLASH);
          index = Math.min(nextQuote(index), nextBackslash(index));
          plain = 0;
        }
      }
      return length;
    },
  };
}

/** Finds a byte from increasing positions; all calls together read the bytes once. */
export function searchFor(bytes: Uint8Array, wanted: number): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) found = bytes.indexOf(wanted, from);
    if (found < 0) found = bytes.length;
    return found;
  };
}

const SIMPLE = { length: 2, isOdd: false } as const;
const PLAIN = { length: 6, isOdd: false } as const;
const PAIR = { length: 12, isOdd: false } as const;
const ODD = { length: 6, isOdd: true } as const;

/** The length of the escape at a backslash, and whether it stands for a character that is refused. */
function readEscape(bytes: Uint8Array, index: number): { readonly length: number; readonly isOdd: boolean } {
  if (bytes[index + 1] !== 0x75) return SIMPLE; // u
  const unit = readUnit(bytes, index);
  if (unit === 0) return ODD;
  if (unit < 0xd800 || unit > 0xdfff) return PLAIN;
  if (unit > 0xdbff) return ODD;
  const isEscape = bytes[index + 6] === BACKSLASH && bytes[index + 7] === 0x75;
  const low = isEscape ? readUnit(bytes, index + 6) : 0;
  return low >= 0xdc00 && low <= 0xdfff ? PAIR : ODD;
}

/** The UTF-16 unit of `\uXXXX`; NaN, which compares false, for invalid digits: the parser will refuse them. */
export function readUnit(bytes: Uint8Array, index: number): number {
  let unit = 0;
  for (let place = index + 2; place < index + 6; place += 1) unit = unit * 16 + digitOf(bytes[place] ?? 0);
  return unit;
}

function digitOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : Number.NaN;
}
