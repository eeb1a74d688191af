import { parsePattern } from './parse-pattern.ts';

/** What a string has to match, or must not. */
export interface Constraint {
  readonly pattern: string;
  readonly isNegated: boolean;
}

/** The constraints of a pattern: the pattern itself and its lookaheads at the start, which password rules often use. */
export function listConstraints(pattern: string): readonly Constraint[] {
  const { alternatives } = parsePattern(pattern);
  const [start, ...elements] = alternatives.length === 1 ? (alternatives[0]?.elements ?? []) : [];
  if (start?.type !== 'Assertion' || start.kind !== 'start') return [{ pattern, isNegated: false }];
  const constraints: Constraint[] = [];
  for (const element of elements) {
    if (element.type !== 'Assertion' || element.kind !== 'lookahead') break;
    const inner = element.alternatives.map(({ raw }) => raw).join('|');
    constraints.push({ pattern: `^(?:${inner})`, isNegated: element.negate });
  }
  const rest = elements.slice(constraints.length).map(({ raw }) => raw);
  return [...constraints, { pattern: `^${rest.join('')}`, isNegated: false }];
}
