import {
  type Assertion,
  CharSet,
  CombinedTransformer,
  type Concatenation,
  type Expression,
  JS,
  NFA,
  type NoParent,
  type Transformer,
  Transformers,
  transform,
  visitAst,
} from 'refa';
import { parseFlags, parsePattern } from './parse-pattern.ts';

/** A pattern as an automaton. */
export interface ReadPattern {
  readonly nfa: NFA;
  /** Whether it accepts nothing else: lookarounds and word boundaries are left out where they cannot be resolved. */
  readonly isExact: boolean;
  /** Whether it certainly accepts every text in which the pattern is found. */
  readonly isCertain: boolean;
}

/** Characters beyond Unicode: several stand before and after each text, for `^` and `$` to match. */
export const START = 0x110000;
export const END = 0x110001;
/** All characters of an automaton. */
export const ALPHABET = { maxCharacter: END };

const MOST_NODES = 50_000;
/** Flags are ignored, and the properties are those of Unicode 15. */
const UNCERTAIN = /\\[pP]|\(\?[a-z-]+:/;
/** A lookaround that nothing meets is nothing itself. */
const removeFailing: Transformer = {
  onConcatenation({ elements }, { signalMutation }) {
    for (const [index, element] of elements.entries())
      if (element.type === 'Assertion' && !element.negate && element.alternatives.every(isNothing)) {
        elements[index] = { type: 'CharacterClass', characters: CharSet.empty(END) };
        signalMutation();
      }
  },
};
/** Of `simplify`, without `removeUnnecessaryAssertions`, which makes `(?<!-)(?<=\w)a` match nothing. */
const RESOLVE = new CombinedTransformer([
  Transformers.applyAssertions(),
  Transformers.sortAssertions(),
  removeFailing,
  Transformers.inline(),
  Transformers.removeDeadBranches(),
]);
const flags = parseFlags();

/** The automaton of all texts, between `START` and `END` characters, in which a pattern is found. */
export function searchFor(pattern: string): ReadPattern {
  return matchWhole(`^(?:^|[^])*(?:${pattern})(?:$|[^])*$`);
}

/** The automaton of all texts that a pattern matches as a whole, in which `^` and `$` are characters. */
export function matchWhole(pattern: string): ReadPattern {
  const expression = toExpression(pattern);
  const { hasLooks, isMixed, isCertain } = placeEdges(expression);
  const resolved = hasLooks && !isMixed ? transform(RESOLVE, expression) : expression;
  const plain = transform(Transformers.replaceAssertions({ replacement: 'empty-word' }), resolved);
  const nfa = NFA.fromRegex(plain, ALPHABET, {}, new NFA.LimitedNodeFactory(MOST_NODES));
  return { nfa, isExact: !hasLooks, isCertain: isCertain && !UNCERTAIN.test(pattern) };
}

function toExpression(pattern: string): Expression {
  const js = JS.Parser.fromAst({ pattern: parsePattern(pattern), flags });
  return js.parse({ maxNodes: MOST_NODES }).expression;
}

/**
 * Makes `^` and `$` characters. Lookarounds cannot be resolved if `isMixed`: before `^` or after `$` they would see the
 * wrong characters, and refa errs where one is within another.
 */
function placeEdges(expression: Expression) {
  const around: string[] = [];
  let hasLooks = false;
  let isMixed = false;
  let hasEnded = false;
  let isCertain = true;
  let repeats = 0;
  visitAst(expression, {
    onCharacterClassEnter(node) {
      node.characters = node.characters.resize(END);
    },
    onAssertionEnter(node) {
      const [outer] = around;
      around.push(node.kind);
      if (!isEdge(node)) {
        isMixed ||= hasEnded || outer !== undefined;
        hasLooks = true;
        return;
      }
      const edge = node.kind === 'behind' ? START : END;
      if (outer === undefined) {
        isMixed ||= repeats > 0 || (edge === START && hasLooks);
        isCertain &&= repeats === 0 && (edge === END || !hasEnded);
        hasEnded ||= edge === END;
      } else isMixed ||= outer !== node.kind;
      const characters = CharSet.fromCharacter(END, edge);
      const { elements } = node.parent;
      elements[elements.indexOf(node)] = { type: 'CharacterClass', characters, parent: node.parent };
    },
    onAssertionLeave: () => void around.pop(),
    onQuantifierEnter({ min }) {
      if (min > 1) repeats += 1;
    },
    onQuantifierLeave({ min }) {
      if (min > 1) repeats -= 1;
    },
  });
  return { hasLooks, isMixed, isCertain };
}

/** Whether an assertion is `^` or `$`: no character before or after it. */
function isEdge({ negate, alternatives }: Assertion): boolean {
  const [first, ...others] = alternatives.flatMap(({ elements }) => elements);
  return negate && others.length === 0 && first?.type === 'CharacterClass' && first.characters.isAll;
}

function isNothing({ elements }: NoParent<Concatenation>): boolean {
  return elements.some((element) => element.type === 'CharacterClass' && element.characters.isEmpty);
}
