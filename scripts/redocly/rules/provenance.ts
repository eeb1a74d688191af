import { isCondition, isObject, type Visitor, type VisitorContext } from '../visitor.ts';

/**
 * Rule: operations, parameters, headers and schema files have a provenance, which members of a schema file
 * inherit. Bundles and the models in the root document are exempt: the data rules check model files.
 */
export function provenance(): Visitor {
  const check = (node: unknown, context: VisitorContext): void => {
    const fault = findFault(isObject(node) ? node['x-provenance'] : undefined);
    if (fault) context.report({ message: fault, location: context.location });
  };
  let root = '';
  const schemaFiles = new Set<string>();
  return {
    Root: {
      enter(_root, context) {
        root = context.location.source.absoluteRef;
      },
    },
    Operation: check,
    Parameter: check,
    Header: check,
    Schema(schema, context) {
      if (context.location.pointer !== '#/') return;
      check(schema, context);
      schemaFiles.add(context.location.source.absoluteRef);
    },
    SchemaProperties(properties, context) {
      const file = context.location.source.absoluteRef;
      if (file === root || isCondition(context.location.pointer)) return;
      for (const [name, property] of Object.entries(properties)) {
        const said = readProvenance(property, context);
        const fault = said === undefined && schemaFiles.has(file) ? undefined : findFault(said);
        if (fault)
          context.report({
            message: `Property "${name}": ${fault}`,
            location: context.location.child([name]),
          });
      }
    },
  };
}

/** Explains an invalid provenance, in the member of that name; undefined when it is valid. */
export function findFault(value: unknown, name = 'x-provenance'): string | undefined {
  if (value === undefined) return `${name} is missing: add {spec: "<section>"} or {choice: "<reason>"}.`;
  if (!isObject(value)) return `${name} must be an object with "spec" or "choice".`;
  const members = Object.keys(value);
  const [member] = members;
  if (members.length !== 1 || (member !== 'spec' && member !== 'choice')) {
    return `${name} must have exactly one of "spec" and "choice", not ${JSON.stringify(members)}.`;
  }
  const text = value[member];
  if (typeof text !== 'string' || text === '') return `${name}.${member} must be a non-empty string.`;
  if (member === 'spec' && !/^\d+(\.\d+)*$/.test(text)) {
    return `${name}.spec must be a section such as "4.4.3", not ${JSON.stringify(text)}.`;
  }
  return undefined;
}

function readProvenance(property: unknown, context: VisitorContext): unknown {
  if (!isObject(property)) return undefined;
  if ('x-provenance' in property || !('$ref' in property)) return property['x-provenance'];
  const target = context.resolve(property).node;
  return isObject(target) ? target['x-provenance'] : undefined;
}
