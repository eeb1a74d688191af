import { isKeywords, isSchema, type Keywords, membersOf, type Schema, stringsOf } from './schema-parts.ts';

/** What schemas say about the members of an object. */
export interface Members {
  readonly required: readonly string[];
  /** Names in `properties`, in their order. */
  readonly known: readonly string[];
  /** Whether it is a map: no name is known, and any is allowed. */
  readonly isMap: boolean;
  /** Whether there are no members but the known ones. */
  readonly isClosed: boolean;
  /** All schemas of a member. */
  goalsFor(name: string): readonly Schema[];
  /** The names that a name requires by `dependentRequired`. */
  withDependents(names: readonly string[]): ReadonlySet<string>;
}

const WAYS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'];

/** Reads what schemas say about members. */
export function readMembers(parts: readonly Keywords[]): Members {
  const known = [...new Set(parts.flatMap((part) => Object.keys(membersOf(part, 'properties'))))];
  const hasPatterns = parts.some(({ patternProperties }) => patternProperties !== undefined);
  const others = parts.map(({ additionalProperties }) => additionalProperties);
  const names = parts.some(({ propertyNames }) => isKeywords(propertyNames));
  return {
    required: stringsOf(parts, 'required'),
    known,
    isMap: known.length === 0 && (hasPatterns || names || others.some(isKeywords)),
    isClosed: !hasPatterns && parts.some(isClosed),
    goalsFor: (name) => {
      const own = parts.flatMap((part) => schemasFor(part, name));
      const isFree = !parts.some((part) => isEvaluated(part, name));
      const rest = isFree ? parts.map(({ unevaluatedProperties }) => unevaluatedProperties) : [];
      return [...own, ...rest.filter(isSchema)];
    },
    withDependents: (first) => {
      const found = new Set(first);
      for (const name of found)
        for (const part of parts)
          for (const keyword of ['dependentRequired', 'dependencies'])
            for (const dependent of stringsOf([membersOf(part, keyword)], name)) found.add(dependent);
      return found;
    },
  };
}

/** Whether a part has no members but those in its properties; branches that are not taken could have others. */
function isClosed(part: Keywords): boolean {
  if (part.additionalProperties === false) return true;
  return part.unevaluatedProperties === false && !WAYS.some((keyword) => keyword in part);
}

function schemasFor(part: Keywords, name: string): readonly Schema[] {
  const found = ownSchemas(part, name);
  const { additionalProperties } = part;
  if (found.length > 0 || !isSchema(additionalProperties)) return found;
  return [additionalProperties];
}

function ownSchemas(part: Keywords, name: string): readonly Schema[] {
  const properties = membersOf(part, 'properties');
  const own = Object.hasOwn(properties, name) ? [properties[name]] : [];
  const matching = Object.entries(membersOf(part, 'patternProperties')).flatMap(([pattern, schema]) =>
    new RegExp(pattern, 'u').test(name) ? [schema] : [],
  );
  return [...own, ...matching].filter(isSchema);
}

function isEvaluated(part: Keywords, name: string): boolean {
  return part.additionalProperties !== undefined || ownSchemas(part, name).length > 0;
}
