import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildAutomaton, type State } from '../../../../src/adapters/text-engine/strings/build-automaton.ts';
import { listConstraints } from '../../../../src/adapters/text-engine/strings/list-constraints.ts';
import { searchFor } from '../../../../src/adapters/text-engine/strings/read-pattern.ts';

const TEXTS = listTexts(['a', 'b', '-'], 4);

/** All strings over these characters, up to a length. */
function listTexts(characters: readonly string[], most: number): readonly string[] {
  const shorter = most === 0 ? [] : listTexts(characters, most - 1);
  return ['', ...shorter.flatMap((text) => characters.map((character) => text + character))];
}

const { pattern: patterns } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('a', 'b', '-', '.', '[^a]', '\\w', '\\W', '^', '$', '\\b', '\\B'),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map((parts) => `(${parts.join('|')})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}'))
      .map(([inner, count]) => `(?:${inner})${count}`),
    fc
      .tuple(fc.constantFrom('', '^'), fc.constantFrom('=', '!', '<=', '<!'), tie('pattern'), tie('pattern'))
      .map(([start, look, inner, rest]) => `${start}(?${look}${inner})${rest}`),
  ),
}));

test('an automaton accepts exactly what a regular expression matches, and more only for lookarounds', () => {
  fc.assert(
    fc.property(patterns, (pattern) => {
      const expression = new RegExp(pattern, 'u');
      const automaton = buildAutomaton([pattern]);
      const accepted = TEXTS.filter((text) => {
        let states: ReadonlySet<State> = automaton.start;
        for (const character of text) {
          const next = [...states].flatMap(automaton.next);
          states = new Set(
            next.flatMap(([to, characters]) => (characters.has(character.charCodeAt(0)) ? [to] : [])),
          );
        }
        return automaton.isEnd(states);
      });
      const matched = TEXTS.filter((text) => expression.test(text));
      if (automaton.isCertain) expect(accepted).toEqual(expect.arrayContaining(matched));
      if (listConstraints(pattern).every((one) => searchFor(one.pattern).isExact) && automaton.isCertain)
        expect({ pattern, accepted }).toEqual({ pattern, accepted: matched });
    }),
    { numRuns: 500 },
  );
});
