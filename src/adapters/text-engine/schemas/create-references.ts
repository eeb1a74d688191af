import { dereference, type Schema as ReadSchema, validate } from '@cfworker/json-schema';
import { listSchemas } from './list-schemas.ts';
import { isKeywords, isSchema, type Keywords, type Schema } from './schema-parts.ts';

/** A schema document whose references are resolved: pointers, anchors and identifiers of its parts. */
export interface References {
  /** What the `$ref` of a schema of the document refers to; undefined if it is not in the document. */
  follow(schema: Keywords): Schema | undefined;
  /** Why a value does not fit a schema of the document, as the keyword that it breaks; undefined if it fits. */
  findBreach(value: unknown, schema: Schema): string | undefined;
}

/** Resolves the references of a document, which belongs to the caller and is changed; throws if its identifiers are not unique. */
export function createReferences(root: Keywords): References {
  simplify(root);
  const lookup = dereference(root);
  return {
    follow: (schema) => {
      const target = lookup[String(Reflect.get(schema, '__absolute_ref__') ?? schema.$ref)];
      return isSchema(target) ? target : undefined;
    },
    findBreach: (value, schema) => {
      // the types of its schemas leave out what a stranger may write
      const { valid, errors } = validate(value, schema as ReadSchema | boolean, '2020-12', lookup);
      return valid ? undefined : (errors.at(-1)?.keyword ?? 'schema');
    },
  };
}

/** Members that say nothing about values, and may look like schemas. */
const ANNOTATIONS = ['title', 'description', 'default', 'example', 'examples', '$comment', 'discriminator'];
/** In one document a dynamic reference leads where a plain one does. */
const PLAIN: Readonly<Record<string, string>> = { $dynamicRef: '$ref', $dynamicAnchor: '$anchor' };

function simplify(root: Keywords): void {
  const waiting: unknown[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    if (!isKeywords(schema)) continue;
    for (const [keyword, value] of Object.entries(schema)) {
      if (ANNOTATIONS.includes(keyword)) Reflect.deleteProperty(schema, keyword);
      const plain = PLAIN[keyword];
      if (plain !== undefined && !(plain in schema)) Reflect.set(schema, plain, value);
      for (const [, inner] of listSchemas(keyword, value)) waiting.push(inner);
    }
  }
}
