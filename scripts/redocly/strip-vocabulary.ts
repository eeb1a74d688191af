import { type DocumentNode, isObject, type Visitor } from './visitor.ts';

const keptKeywords: ReadonlySet<string> = new Set(
  'x-extensible-enum x-any-type x-one-object x-model-tools x-members-by-type'.split(' '),
);

/** Decorator: removes the vocabulary of the contract (every `x-` keyword but those that emitters read) from bundled schemas. */
export function stripVocabulary(): Visitor {
  return {
    Schema: {
      leave(schema) {
        if (isObject(schema)) strip(schema);
      },
    },
    SchemaProperties: {
      leave(properties) {
        for (const property of Object.values(properties)) if (isObject(property)) strip(property);
      },
    },
  };
}

function strip(schema: DocumentNode): void {
  for (const keyword of Object.keys(schema)) {
    if (keyword.startsWith('x-') && !keptKeywords.has(keyword)) delete schema[keyword];
  }
}
