/** A regular expression, as far as strings can be made from it. */
export type PatternNode =
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  /** A group that is captured, with its number and its name. */
  | { readonly kind: 'group'; readonly names: readonly string[]; readonly node: PatternNode }
  | { readonly kind: 'reference'; readonly to: string }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly least: number; readonly most: number }
  | {
      readonly kind: 'look';
      readonly node: PatternNode;
      readonly isNegated: boolean;
      readonly isBehind: boolean;
    }
  | { readonly kind: 'start' | 'end' | 'empty' };

const TOKEN = new RegExp(
  [
    String.raw`\((?:\?(?:<(?<name>[^>=!]+)>|(?<look><?[=!])|[a-z-]*:))?`,
    String.raw`\[(?:\\.|[^\]\\])*\]`,
    String.raw`\\[pP]\{[^}]*\}`,
    String.raw`\\u\{[\da-fA-F]+\}`,
    String.raw`\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}`, // two halves, one character
    String.raw`\\u[\da-fA-F]{4}`,
    String.raw`\\x[\da-fA-F]{2}`,
    String.raw`\\c[A-Za-z]`,
    String.raw`\\k<(?<reference>[^>]+)>`,
    String.raw`\\(?<number>[1-9]\d*)`,
    String.raw`\\.`,
    '.',
  ].join('|'),
  'suy',
);
const QUANTIFIER = /(?:(?<sign>[*+?])|\{(?<least>\d+)(?<open>,(?<most>\d*))?\})\??/uy;
const SIGNS: Readonly<Record<string, readonly [number, number]>> = {
  '*': [0, Number.POSITIVE_INFINITY],
  '+': [1, Number.POSITIVE_INFINITY],
  '?': [0, 1],
};
const EMPTY: PatternNode = { kind: 'empty' };

/** Parses a regular expression that is valid with the flag `u`. */
export function parsePattern(pattern: string): PatternNode {
  let groups = 0;
  let at = 0;
  const parseChoice = (): PatternNode => {
    const nodes = [parseSequence()];
    while (pattern[at] === '|') {
      at += 1;
      nodes.push(parseSequence());
    }
    return { kind: 'choice', nodes };
  };
  const parseSequence = (): PatternNode => {
    const nodes: PatternNode[] = [];
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')')
      nodes.push(parseQuantifier(parseAtom()));
    return { kind: 'sequence', nodes };
  };
  const parseAtom = (): PatternNode => {
    const match = matchAt(TOKEN, pattern, at);
    if (!match) return EMPTY;
    const [source] = match;
    at += source.length;
    if (source.startsWith('(')) return parseGroup(source, match.groups ?? {});
    if (source === '^') return { kind: 'start' };
    if (source === '$') return { kind: 'end' };
    if (source === '\\b' || source === '\\B') return EMPTY;
    const { reference, number } = match.groups ?? {};
    const to = reference ?? number;
    return to === undefined ? { kind: 'set', source } : { kind: 'reference', to };
  };
  const parseGroup = (
    source: string,
    { name, look }: Readonly<Record<string, string | undefined>>,
  ): PatternNode => {
    const isCaptured = source === '(' || name !== undefined;
    if (isCaptured) groups += 1;
    const names = [String(groups), ...(name === undefined ? [] : [name])];
    const node = parseChoice();
    at += 1; // the closing bracket
    if (look !== undefined)
      return { kind: 'look', node, isNegated: look.endsWith('!'), isBehind: look.startsWith('<') };
    return isCaptured ? { kind: 'group', names, node } : node;
  };
  const parseQuantifier = (node: PatternNode): PatternNode => {
    const match = matchAt(QUANTIFIER, pattern, at);
    if (!match) return node;
    at += match[0].length;
    const { sign, least: low, open, most: high } = match.groups ?? {};
    if (sign !== undefined) {
      const [least, most] = SIGNS[sign] ?? [0, 1];
      return { kind: 'repeat', node, least, most };
    }
    const least = Number(low);
    const most = open === undefined ? least : high ? Number(high) : Number.POSITIVE_INFINITY;
    return { kind: 'repeat', node, least, most };
  };
  return parseChoice();
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}
