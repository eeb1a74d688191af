import { type Keywords, membersOf, type Schema, schemasOf } from '../schemas/schema-parts.ts';
import { writeWord } from '../strings/write-phrase.ts';
import type { Maker, Place } from './maker.ts';

/** Dependencies for making names. */
export interface NameOptions {
  readonly maker: Maker;
  readonly place: Place;
  /** The names in use; it grows while names are drawn. */
  readonly taken: ReadonlyMap<string, unknown>;
}

/**
 * Yields new names for the members of an object: matching the patterns that have a schema or the allowed ones, or
 * words. Returns whether these were all.
 */
export function* drawNames(
  parts: readonly Keywords[],
  { maker, place, taken }: NameOptions,
): Generator<string, boolean> {
  const allowed = schemasOf(parts, 'propertyNames').filter((schema) => schema !== true);
  const patterns = parts.flatMap((part) => Object.keys(membersOf(part, 'patternProperties')));
  const first = maker.choice.index(12);
  const tried = new Set<string>();
  for (let index = 0; ; index += 1) {
    const pattern = patterns[index % Math.max(1, patterns.length)];
    if (pattern === undefined && allowed.length === 0) {
      const word = writeWord(first + index);
      if (!taken.has(word)) yield word;
      continue;
    }
    const goals: Schema[] = [{ type: 'string', minLength: 1 }, ...allowed];
    if (pattern !== undefined) goals.push({ pattern });
    const made = maker.make([...goals, { not: { enum: [...taken.keys(), ...tried] } }], place);
    if (made.kind === 'none' && index >= patterns.length) return made.isCertain && pattern === undefined;
    if (made.kind === 'none') continue;
    tried.add(String(made.value));
    yield String(made.value);
  }
}
