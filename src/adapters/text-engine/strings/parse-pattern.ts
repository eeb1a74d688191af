/** A regular expression, as far as strings can be made from it. A reference to a group stands as the group itself. */
export type PatternNode =
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
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
  const groups: (PatternNode | undefined)[] = [];
  const named = new Map<string, PatternNode>();
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
    if (reference !== undefined) return named.get(reference) ?? EMPTY;
    if (number !== undefined) return groups[Number(number) - 1] ?? EMPTY;
    return { kind: 'set', source };
  };
  const parseGroup = (source: string, { name, look }: Readonly<Record<string, string | undefined>>) => {
    const isCaptured = source === '(' || name !== undefined;
    const index = isCaptured ? groups.push(undefined) - 1 : -1;
    const node = parseChoice();
    at += 1; // the closing bracket
    if (look !== undefined)
      return { kind: 'look', node, isNegated: look.endsWith('!'), isBehind: look.startsWith('<') } as const;
    if (isCaptured) groups[index] = node;
    if (name !== undefined) named.set(name, node);
    return node;
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
