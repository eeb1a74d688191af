import { isCondition, isObject, type Visitor } from '../visitor.ts';

/** Rule: `enum` and `const` have a `type` next to them, which generators need to choose one. Conditions are exempt. */
export function typeBesideEnum(): Visitor {
  return {
    Schema(schema, context) {
      if (!isObject(schema) || 'type' in schema || isCondition(context.location.pointer)) return;
      for (const keyword of ['enum', 'const']) {
        if (!(keyword in schema)) continue;
        const message = `"${keyword}" needs a "type" next to it.`;
        context.report({ message, location: context.location.child([keyword]) });
      }
    },
  };
}
