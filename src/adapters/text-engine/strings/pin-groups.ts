import type { PatternNode } from './parse-pattern.ts';

/** Whether a pattern refers to one of its groups. */
export function hasReferences(pattern: PatternNode): boolean {
  return listReferences(pattern).length > 0;
}

/**
 * A pattern in which each group that it refers back to, and each backreference, is replaced by one text: it matches a
 * subset of the strings.
 */
export function pinGroups(pattern: PatternNode, write: (group: PatternNode) => string): PatternNode {
  const referred = listReferences(pattern);
  const texts = new Map<string, string>();
  const pin = (node: PatternNode): PatternNode => {
    switch (node.kind) {
      case 'group': {
        const inner = pin(node.node);
        if (!node.names.some((name) => referred.includes(name))) return inner;
        const text = write(inner);
        for (const name of node.names) texts.set(name, text);
        return toPattern(text);
      }
      case 'reference':
        return toPattern(texts.get(node.to) ?? '');
      case 'sequence':
      case 'choice':
        return { ...node, nodes: node.nodes.map(pin) };
      case 'repeat':
      case 'look':
        return { ...node, node: pin(node.node) };
      default:
        return node;
    }
  };
  return pin(pattern);
}

function listReferences(pattern: PatternNode): readonly string[] {
  if (pattern.kind === 'reference') return [pattern.to];
  if ('nodes' in pattern) return pattern.nodes.flatMap(listReferences);
  return 'node' in pattern ? listReferences(pattern.node) : [];
}

function toPattern(text: string): PatternNode {
  const sourceOf = (character: string) => `\\u{${character.codePointAt(0)?.toString(16)}}`;
  return {
    kind: 'sequence',
    nodes: Array.from(text, (character) => ({ kind: 'set', source: sourceOf(character) })),
  };
}
