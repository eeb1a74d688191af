import { GaveUp } from './gave-up.ts';
import type { PatternNode } from './parse-pattern.ts';

/** A transition between states: on a character of a set, or an empty one. */
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
  const draft: Draft = {
    addState() {
      if (edges.length >= MOST_STATES) throw new GaveUp('a pattern of it is too large');
      return edges.push([]) - 1;
    },
    addEdge: (from, edge) => void edges[from]?.push(edge),
  };
  const start = draft.addState();
  const final = draft.addState();
  if (!isAnchored(pattern)) draft.addEdge(start, { kind: 'set', source: ANY, to: start });
  addNode(draft, pattern, { from: start, to: final });
  draft.addEdge(final, { kind: 'set', source: ANY, to: final });
  return { edges, final };
}

interface Draft {
  addState(): number;
  addEdge(from: number, edge: Edge): void;
}

/** The start and end state of a part of a pattern. */
interface Way {
  readonly from: number;
  readonly to: number;
}

function addNode(draft: Draft, node: PatternNode, { from, to }: Way): void {
  switch (node.kind) {
    case 'set':
      draft.addEdge(from, { kind: 'set', source: node.source, to });
      break;
    case 'choice':
      for (const inner of node.nodes) addNode(draft, inner, { from, to });
      break;
    case 'sequence': {
      const last = node.nodes.reduce((end, inner) => addOnce(draft, inner, end), from);
      draft.addEdge(last, { kind: 'free', to });
      break;
    }
    case 'repeat':
      addRepeat(draft, node, { from, to });
      break;
    case 'start':
    case 'end':
      draft.addEdge(from, { kind: node.kind, to });
      break;
    case 'group':
      addNode(draft, node.node, { from, to });
      break;
    case 'reference':
    case 'look':
    case 'empty':
      draft.addEdge(from, { kind: 'free', to });
  }
}

function addRepeat(
  draft: Draft,
  { node, least, most }: Extract<PatternNode, { readonly kind: 'repeat' }>,
  { from, to }: Way,
): void {
  let last = from;
  for (let count = 0; count < least; count += 1) last = addOnce(draft, node, last);
  if (most === Number.POSITIVE_INFINITY) {
    const loop = draft.addState();
    draft.addEdge(last, { kind: 'free', to: loop });
    addNode(draft, node, { from: loop, to: loop });
    last = loop;
  } else
    for (let count = least; count < most; count += 1) {
      draft.addEdge(last, { kind: 'free', to });
      last = addOnce(draft, node, last);
    }
  draft.addEdge(last, { kind: 'free', to });
}

/** Adds a part that leads to a new state, which is returned. */
function addOnce(draft: Draft, node: PatternNode, from: number): number {
  const to = draft.addState();
  addNode(draft, node, { from, to });
  return to;
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
