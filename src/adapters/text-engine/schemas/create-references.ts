import { dereference, type Schema as ReadSchema, validate } from '@cfworker/json-schema';
import { listSchemas } from './list-schemas.ts';
import { isKeywords, isSchema, type Keywords, type Schema } from './schema-parts.ts';

/** A schema document whose references are resolved: pointers, anchors and identifiers of its parts. */
export interface References {
  /** What the `$ref` of a schema of the document refers to; undefined if it is not in the document. */
  follow(schema: Keywords): Schema | undefined;
  /** The keyword of a schema of the document that a value violates; undefined if it fits. */
  findViolation(value: unknown, schema: Schema): string | undefined;
}

/**
 * Resolves the references of a document, which it modifies; throws if its identifiers are not unique. `countApplied` is
 * called whenever a part of it is applied to a value.
 */
export function createReferences(root: Keywords, countApplied: (count: number) => void): References {
  simplify(root, countApplied);
  const lookup = dereference(root);
  return {
    follow: (schema) => {
      const target = lookup[String(Reflect.get(schema, '__absolute_ref__') ?? schema.$ref)];
      return isSchema(target) ? target : undefined;
    },
    findViolation: (value, schema) => {
      countApplied(1);
      // the package's types do not allow for everything that a client may send
      const { valid, errors } = validate(value, schema as ReadSchema | boolean, '2020-12', lookup);
      return valid ? undefined : (errors.at(-1)?.keyword ?? 'schema');
    },
  };
}

/** Members that constrain nothing but may look like schemas. */
const ANNOTATIONS = ['title', 'description', 'default', 'example', 'examples', '$comment', 'discriminator'];
/** Within one document a dynamic reference resolves like a plain one. */
const PLAIN: Readonly<Record<string, string>> = { $dynamicRef: '$ref', $dynamicAnchor: '$anchor' };

function simplify(root: Keywords, countApplied: (count: number) => void): void {
  const waiting: unknown[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isKeywords(schema)) continue;
    let applied = 1;
    for (const [keyword, value] of Object.entries(schema)) {
      if (ANNOTATIONS.includes(keyword)) Reflect.deleteProperty(schema, keyword);
      const plain = PLAIN[keyword];
      if (plain !== undefined && !(plain in schema)) Reflect.set(schema, plain, value);
      for (const [, inner] of listSchemas(keyword, value)) {
        waiting.push(inner);
        if (typeof inner === 'boolean') applied += 1;
      }
    }
    // A keyword of an older draft, which the package reads once each time that it applies a schema; it has no hook.
    Object.defineProperty(schema, '$recursiveAnchor', {
      get: () => countApplied(applied),
      enumerable: false,
    });
  }
}
