import { isObject, type Visitor } from '../visitor.ts';

/** Keywords of identifiers and local definitions. */
export const IDENTIFIERS = ['$id', '$anchor', '$dynamicAnchor', '$defs', 'definitions'] as const;

/** Rule: no identifiers or local definitions, which validators and generators read differently. */
export function noIdOrDefs(): Visitor {
  return {
    Schema(schema, context) {
      if (!isObject(schema)) return;
      for (const keyword of IDENTIFIERS) {
        if (!(keyword in schema)) continue;
        const message = `"${keyword}" makes validators fail open or generators misread: use a separate file and $ref.`;
        context.report({ message, location: context.location.child([keyword]) });
      }
    },
  };
}
