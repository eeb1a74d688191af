import type { ASTNode } from '@marcbachmann/cel-js';
import { isNode } from '../../../../src/contract/rules/cel.ts';
import type { Json, ModelSource } from '../../contract.ts';
import { isObject } from '../../json.ts';
import { toStep } from '../problem.ts';

/** A CEL expression of a model and the type it must have. */
export interface ModelExpression {
  readonly pointer: string;
  readonly text: string;
  readonly type: 'bool' | 'int' | 'string';
}

const TYPES = {
  rule: 'bool',
  when: 'bool',
  count: 'int',
  seconds: 'int',
  messageExpression: 'string',
} as const;
const SKIPPED = new Set(['x-examples', 'x-model', 'x-forbidden', 'provenance']);

/** Every CEL expression of a model's vocabulary, its family's included. */
export function listExpressions({ vocabulary }: ModelSource): readonly ModelExpression[] {
  return collect(vocabulary, '', '');
}

function collect(value: Json | undefined, pointer: string, name: string): readonly ModelExpression[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) => collect(item, `${pointer}/${index}`, name));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const at = `${pointer}/${toStep(key)}`;
    const type = typeof member === 'string' ? typeOf(key, name) : undefined;
    if (type !== undefined) return [{ pointer: at, text: String(member), type }];
    return SKIPPED.has(key) ? [] : collect(member, at, key);
  });
}

/** The nodes of a parsed expression, outer ones first. */
export function listNodes(value: unknown): readonly ASTNode[] {
  if (Array.isArray(value)) return value.flatMap(listNodes);
  return isNode(value) ? [value, ...listNodes(value.args)] : [];
}

/** `expression` has the role of its parent's name: a format is a name, everything else a condition. */
function typeOf(key: string, parent: string): ModelExpression['type'] | undefined {
  if (key === 'expression') return parent === 'format' ? 'string' : 'bool';
  return Object.hasOwn(TYPES, key) ? TYPES[key as keyof typeof TYPES] : undefined; // hasOwn has just said so
}
