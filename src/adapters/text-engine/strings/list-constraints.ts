import { type Automaton, buildAutomaton } from './build-automaton.ts';
import type { PatternNode } from './parse-pattern.ts';

/** What a string has to match, or must not. */
export interface Constraint {
  readonly automaton: Automaton;
  readonly isNegated: boolean;
}

/** The constraints of a pattern: the pattern itself and its lookaheads at the start, which password rules often use. */
export function listConstraints(pattern: PatternNode): readonly Constraint[] {
  const { looks, rest } = splitLooks(pattern);
  return [
    ...looks.map(({ node, isNegated }) => ({
      automaton: buildAutomaton({ kind: 'sequence', nodes: [{ kind: 'start' }, node] }),
      isNegated,
    })),
    { automaton: buildAutomaton(rest), isNegated: false },
  ];
}

type Look = Extract<PatternNode, { readonly kind: 'look' }>;

function splitLooks(pattern: PatternNode): { readonly looks: readonly Look[]; readonly rest: PatternNode } {
  const sequence = pattern.kind === 'choice' && pattern.nodes.length === 1 ? pattern.nodes[0] : undefined;
  if (sequence?.kind !== 'sequence') return { looks: [], rest: pattern };
  const { nodes } = sequence;
  const isLead = (node: PatternNode) => node.kind === 'start' || (node.kind === 'look' && !node.isBehind);
  const end = nodes.findIndex((node) => !isLead(node));
  const lead = end === -1 ? nodes : nodes.slice(0, end);
  return { looks: lead.filter((node) => node.kind === 'look'), rest: sequence };
}
