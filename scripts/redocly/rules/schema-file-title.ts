import { basename, extname } from 'node:path';
import { isObject, type Visitor } from '../visitor.ts';

/** Rule: a schema file, its `title` and its component share one PascalCase name. */
export function schemaFileTitle(): Visitor {
  return {
    Schema(schema, context) {
      if (context.location.pointer !== '#/' || !isObject(schema)) return;
      const file = basename(context.location.source.absoluteRef);
      const fault = findTitleFault(basename(file, extname(file)), schema.title);
      if (fault) context.report({ message: fault, location: context.location });
    },
    NamedSchemas(schemas, context) {
      if (context.location.pointer !== '#/components/schemas') return;
      for (const [name, schema] of Object.entries(schemas)) {
        const target = context.resolve(schema).node ?? schema;
        const fault = findTitleFault(name, isObject(target) ? target.title : undefined);
        if (fault) context.report({ message: fault, location: context.location.child([name]) });
      }
    },
  };
}

/** Explains a mismatch of a name and a title, undefined when both are the same PascalCase name. */
export function findTitleFault(name: string, title: unknown): string | undefined {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
    return `The name of the file and schema must be PascalCase, such as "Paper10", not ${JSON.stringify(name)}.`;
  if (title !== name)
    return `Schema title must be ${JSON.stringify(name)}, like its file and component, not ${JSON.stringify(title)}.`;
  return undefined;
}
