import { GaveUp } from '../strings/gave-up.ts';
import type { References } from './create-references.ts';
import { isList, negateSchema } from './negate-schema.ts';
import { isSchema, type Keywords, membersOf, type Schema, schemasOf } from './schema-parts.ts';

/** Schemas that all have to hold, expanded up to the first decisions. */
export interface Unfolded {
  /** The schemas, whose keywords all have to hold. */
  readonly parts: readonly Keywords[];
  /** In each, one branch has to be chosen. */
  readonly decisions: readonly Decision[];
  /** Targets of the references that were followed. */
  readonly followed: readonly Schema[];
}

/** Branches that satisfy a keyword: each is a list of schemas that all have to hold. */
interface Decision {
  readonly ways: readonly (readonly Schema[])[];
  /** Tried after the others. */
  readonly lastWays: readonly (readonly Schema[])[];
  /** The branches that together cover all values: if none can be taken, there is no value. */
  readonly exhaustive: readonly ('ways' | 'lastWays')[];
}

/** Dependencies for expanding schemas. */
export interface UnfoldOptions {
  readonly before: Unfolded;
  readonly references: References;
  /** Counts how many schemas are combined; throws when that is too many. */
  readonly countApplied: (count: number) => void;
}

/** Adds schemas to the expanded ones; undefined if one of them allows nothing. */
export function unfoldSchemas(
  schemas: readonly Schema[],
  { before, references, countApplied }: UnfoldOptions,
): Unfolded | undefined {
  countApplied(before.parts.length + before.decisions.length);
  const known = new Set<Schema>(before.parts);
  const parts: Keywords[] = [];
  const decisions: Decision[] = [];
  const followed: Schema[] = [];
  const waiting = [...schemas];
  for (let schema = waiting.shift(); schema !== undefined; schema = waiting.shift()) {
    if (schema === false) return undefined;
    if (schema === true || known.has(schema)) continue;
    known.add(schema);
    parts.push(schema);
    waiting.push(...schemasOf([schema], 'allOf'));
    if (schema.$ref !== undefined) {
      const target = references.follow(schema);
      if (target === undefined) throw new GaveUp('it has a reference that does not resolve');
      followed.push(target);
      waiting.push(target);
    }
    const { found, isImpossible } = listDecisions(schema, countApplied);
    if (isImpossible) return undefined;
    decisions.push(...found);
  }
  return {
    parts: [...before.parts, ...parts],
    decisions: [...before.decisions, ...decisions],
    followed: [...before.followed, ...followed],
  };
}

function listDecisions(
  schema: Keywords,
  countApplied: UnfoldOptions['countApplied'],
): { readonly found: readonly Decision[]; readonly isImpossible: boolean } {
  const found: Decision[] = [];
  const anyOf = schemasOf([schema], 'anyOf');
  // All branches together, in case only that gives enough members.
  if (anyOf.length > 0)
    found.push({
      ways: anyOf.map((way) => [way]),
      lastWays: anyOf.length > 1 ? [anyOf] : [],
      exhaustive: ['ways'],
    });
  const oneOf = schemasOf([schema], 'oneOf');
  if (oneOf.length > 0) found.push(decideOneOf(oneOf, countApplied));
  const condition = decideCondition(schema);
  if (condition) found.push(condition);
  for (const keyword of ['dependentSchemas', 'dependencies'])
    for (const [name, inner] of Object.entries(membersOf(schema, keyword)))
      if (isSchema(inner))
        found.push({
          ways: [[inner]],
          lastWays: [[{ properties: { [name]: false } }]],
          exhaustive: ['ways', 'lastWays'],
        });
  const { not } = schema;
  if (!isSchema(not) || isList(not)) return { found, isImpossible: false };
  const { ways, isComplete } = negateSchema(not);
  if (ways.length > 0)
    found.push({
      ways: ways.map((way) => [way]),
      lastWays: isComplete ? [] : [[]],
      exhaustive: ['ways', 'lastWays'],
    });
  return { found, isImpossible: ways.length === 0 && isComplete };
}

/** One branch, and only if that is not enough, that branch and none of the others. */
function decideOneOf(ways: readonly Schema[], countApplied: UnfoldOptions['countApplied']): Decision {
  return {
    ways: ways.map((way) => [way]),
    get lastWays() {
      countApplied(ways.length ** 2);
      return ways.map((way, index) => [way, ...ways.toSpliced(index, 1).map((other) => ({ not: other }))]);
    },
    exhaustive: ['lastWays'],
  };
}

function decideCondition(schema: Keywords): Decision | undefined {
  const { if: condition, then: consequence = true, else: alternative = true } = schema;
  if (!isSchema(condition) || !isSchema(consequence) || !isSchema(alternative)) return undefined;
  if (consequence === true && alternative === true) return undefined;
  return {
    ways: [
      [condition, consequence],
      [{ not: condition }, alternative],
    ],
    lastWays: [],
    exhaustive: ['ways'],
  };
}
