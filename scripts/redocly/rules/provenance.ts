import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isCondition, isObject, type Visitor, type VisitorContext } from '../visitor.ts';

/** Rule: operations, parameters, headers, schema files and their properties say where they come from. Bundles are excused: stripped. */
export function provenance(): Visitor {
  const check = (node: unknown, context: VisitorContext): void => {
    const fault = findFault(isObject(node) ? node['x-provenance'] : undefined);
    if (fault) context.report({ message: fault, location: context.location });
  };
  let root = '';
  const forbidden = new Map<string, ReadonlySet<string>>();
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
      const file = context.location.source.absoluteRef;
      forbidden.set(file, readForbidden(schema, file));
    },
    SchemaProperties(properties, context) {
      const file = context.location.source.absoluteRef;
      if (file === root || isCondition(context.location.pointer)) return;
      const excused = forbidden.get(file);
      for (const [name, property] of Object.entries(properties)) {
        if (property === false && excused?.has(name)) continue;
        const fault = findFault(readProvenance(property, context));
        if (fault)
          context.report({
            message: `Property "${name}": ${fault}`,
            location: context.location.child([name]),
          });
      }
    },
  };
}

/** Says what is wrong with an `x-provenance`, or undefined when it is right. */
export function findFault(value: unknown): string | undefined {
  if (value === undefined) return 'x-provenance is missing: add {spec: "<section>"} or {choice: "<reason>"}.';
  if (!isObject(value)) return 'x-provenance must be an object with "spec" or "choice".';
  const members = Object.keys(value);
  const [member] = members;
  if (members.length !== 1 || (member !== 'spec' && member !== 'choice')) {
    return `x-provenance must have exactly one of "spec" and "choice", not ${JSON.stringify(members)}.`;
  }
  const text = value[member];
  if (typeof text !== 'string' || text === '') return `x-provenance.${member} must be a non-empty string.`;
  if (member === 'spec' && !/^\d+(\.\d+)*$/.test(text)) {
    return `x-provenance.spec must be a section such as "4.4.3", not ${JSON.stringify(text)}.`;
  }
  return undefined;
}

function readProvenance(property: unknown, context: VisitorContext): unknown {
  if (!isObject(property)) return undefined;
  if ('x-provenance' in property || !('$ref' in property)) return property['x-provenance'];
  const target = context.resolve(property).node;
  return isObject(target) ? target['x-provenance'] : undefined;
}

function readForbidden(schema: unknown, file: string): ReadonlySet<string> {
  if (!isObject(schema)) return new Set();
  const own = isObject(schema['x-forbidden']) ? Object.keys(schema['x-forbidden']) : [];
  const family = typeof schema['x-family'] === 'string' ? join(dirname(file), schema['x-family']) : undefined;
  if (family === undefined || !existsSync(family)) return new Set(own);
  return new Set([...own, ...readForbidden(JSON.parse(readFileSync(family, 'utf8')), family)]);
}
