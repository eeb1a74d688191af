import { type AST, visitRegExpAST } from '@eslint-community/regexpp';
import { isDisjointWith, JS, NFA } from 'refa';
import type { Literal } from 'scslre';

type Group = AST.Group | AST.CapturingGroup;

/** States of an automaton; what needs more is not compared. */
const MOST_STATES = 10_000;

/**
 * A group within a repetition whose alternatives match a text in common, such as that of `(\w|\d)+` or `(a|ab|b)*`: each
 * repetition doubles the ways in which a text can match. scslre does not see them. Throws for what does not compile.
 */
export function findSharedAlternatives(literal: Literal): string | undefined {
  const { pattern, flags } = JS.Parser.fromLiteral(literal).ast;
  const groups: Group[] = [];
  const add = (group: Group) => void groups.push(group);
  visitRegExpAST(pattern, { onGroupEnter: add, onCapturingGroupEnter: add });
  return groups.find((group) => isRepeated(group) && isShared(group, flags.raw))?.raw;
}

/** Whether it may be repeated without end. */
function isRepeated({ parent }: AST.Node): boolean {
  if (!parent || parent.type === 'Assertion') return false;
  return isEndless(parent) || isRepeated(parent);
}

function isEndless(node: AST.Node): boolean {
  return node.type === 'Quantifier' && node.max === Number.POSITIVE_INFINITY;
}

function isShared({ alternatives, parent }: Group, flags: string): boolean {
  if (alternatives.length === 1) return false;
  try {
    const automata = alternatives.map(({ raw }) => toAutomaton(raw, flags));
    if (isEndless(parent)) {
      // A repetition that matches nothing ends; after any other, each alternative may follow.
      const more = toAutomaton(`(?:${alternatives.map(({ raw }) => raw).join('|')})*`, flags);
      for (const automaton of automata) {
        automaton.withoutEmptyWord();
        automaton.append(more);
      }
    }
    return automata.some((one, index) =>
      automata.slice(index + 1).some((other) => !isDisjointWith(one, other, MOST_STATES)),
    );
  } catch {
    return false; // what it matches depends on what is around it, or it is too large
  }
}

function toAutomaton(source: string, flags: string): NFA {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({
    assertions: 'throw',
    backreferences: 'throw',
  });
  return NFA.fromRegex(expression, { maxCharacter }, {}, new NFA.LimitedNodeFactory(MOST_STATES));
}
