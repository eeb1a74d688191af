import { GaveUp } from './gave-up.ts';
import type { PatternNode } from './parse-pattern.ts';

/** A way from one state to another: for a character of a set, or for none. */
export type Edge =
  | { readonly kind: 'set'; readonly source: string; readonly to: number }
  | { readonly kind: 'free' | 'start' | 'end'; readonly to: number };

/** A nondeterministic automaton of all strings in which a pattern is found; state 0 is its start. */
export interface Automaton {
  readonly edges: readonly (readonly Edge[])[];
  readonly final: number;
}

const MOST_STATES = 20_000;
const ANY = '[^]';

/** Builds the automaton of a pattern. Lookarounds, word boundaries and references to groups are left out of it. */
export function buildAutomaton(pattern: PatternNode): Automaton {
  const edges: Edge[][] = [];
  const addState = () => {
    if (edges.length >= MOST_STATES) throw new GaveUp('a pattern of it is too large');
    return edges.push([]) - 1;
  };
  const addEdge = (from: number, edge: Edge) => edges[from]?.push(edge);
  const addNode = (node: PatternNode, { from, to }: { readonly from: number; readonly to: number }): void => {
    switch (node.kind) {
      case 'set':
        addEdge(from, { kind: 'set', source: node.source, to });
        return;
      case 'choice':
        for (const inner of node.nodes) addNode(inner, { from, to });
        return;
      case 'sequence': {
        let last = from;
        for (const inner of node.nodes) {
          const next = addState();
          addNode(inner, { from: last, to: next });
          last = next;
        }
        addEdge(last, { kind: 'free', to });
        return;
      }
      case 'repeat':
        addRepeat(node, { from, to });
        return;
      case 'start':
      case 'end':
        addEdge(from, { kind: node.kind, to });
        return;
      case 'group':
        addNode(node.node, { from, to });
        return;
      case 'reference':
      case 'look':
      case 'empty':
        addEdge(from, { kind: 'free', to });
    }
  };
  const addRepeat = (
    { node, least, most }: Extract<PatternNode, { readonly kind: 'repeat' }>,
    { from, to }: { readonly from: number; readonly to: number },
  ) => {
    let last = from;
    const addOnce = () => {
      const next = addState();
      addNode(node, { from: last, to: next });
      last = next;
    };
    for (let count = 0; count < least; count += 1) addOnce();
    if (most === Number.POSITIVE_INFINITY) {
      const loop = addState();
      addEdge(last, { kind: 'free', to: loop });
      addNode(node, { from: loop, to: loop });
      last = loop;
    } else
      for (let count = least; count < most; count += 1) {
        addEdge(last, { kind: 'free', to });
        addOnce();
      }
    addEdge(last, { kind: 'free', to });
  };
  const start = addState();
  const final = addState();
  if (!isAnchored(pattern)) addEdge(start, { kind: 'set', source: ANY, to: start });
  addNode(pattern, { from: start, to: final });
  addEdge(final, { kind: 'set', source: ANY, to: final });
  return { edges, final };
}

function isAnchored(node: PatternNode): boolean {
  switch (node.kind) {
    case 'start':
      return true;
    case 'choice':
      return node.nodes.every(isAnchored);
    case 'sequence': {
      const first = node.nodes.find(({ kind }) => kind !== 'look' && kind !== 'empty');
      return first !== undefined && isAnchored(first);
    }
    case 'group':
      return isAnchored(node.node);
    case 'repeat':
      return node.least > 0 && isAnchored(node.node);
    default:
      return false;
  }
}
