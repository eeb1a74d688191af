import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import type { Self } from './self.ts';

/** The result of an expression, or why it could not be evaluated. */
type Evaluation =
  | { readonly kind: 'value'; readonly value: unknown }
  | {
      readonly kind: 'error';
      /** Expression and reason. */
      readonly message: string;
      readonly reason: string;
    };

/** A compiled CEL expression over `self`. */
export type Expression = (self: Self) => Evaluation;

/** A rule of the contract that does not parse or cannot be evaluated: a fault of the contract, not of a request. */
export class RuleError extends Error {
  override readonly name = 'RuleError';
}

const environment = new Environment().registerVariable('self', 'map');
const compiled = new Map<string, Expression>();

/** Compiles a CEL expression once. Neither compiling nor evaluating throws. */
export function compileExpression(source: string): Expression {
  const known = compiled.get(source);
  if (known) return known;
  const expression = compile(source);
  compiled.set(source, expression);
  return expression;
}

/** Whether a condition holds: only `true` does. Throws a `RuleError` when it cannot be evaluated, so that no check is skipped. */
export function holds(source: string, self: Self): boolean {
  const result = compileExpression(source)(self);
  if (result.kind === 'error') throw new RuleError(result.message);
  return result.value === true;
}

const reads = new Map<string, ReadonlySet<string> | undefined>();

/** Whether an expression reads only these fields of `self`. */
export function readsOnly(source: string, isTrusted: (field: string) => boolean): boolean {
  if (!reads.has(source)) reads.set(source, fieldsRead(source));
  const fields = reads.get(source);
  return fields !== undefined && [...fields].every(isTrusted);
}

/** The fields of `self` that an expression reads; undefined for one that uses `self` as a whole, or does not parse. */
function fieldsRead(source: string): ReadonlySet<string> | undefined {
  try {
    const fields = new Set<string>();
    return collectFields(environment.parse(source).ast, fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

function collectFields(node: unknown, fields: Set<string>): boolean {
  if (Array.isArray(node)) return node.every((item) => collectFields(item, fields));
  if (!isNode(node)) return true;
  const field = fieldOfSelf(node);
  if (field !== undefined) fields.add(field);
  else if (isSelf(node)) return false;
  return field !== undefined || collectFields(node.args, fields);
}

/** The field in `self.field` and `self['field']`. */
function fieldOfSelf({ op, args }: ASTNode): string | undefined {
  if (op === '.' || op === '.?') return isSelf(args[0]) ? args[1] : undefined;
  if (op !== '[]' && op !== '[?]') return undefined;
  const [owner, index] = args;
  return isSelf(owner) && index.op === 'value' && typeof index.args === 'string' ? index.args : undefined;
}

function isSelf({ op, args }: ASTNode): boolean {
  return op === 'id' && args === 'self';
}

/** True for a node of a parsed expression. */
export function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

function compile(source: string): Expression {
  try {
    const program = environment.parse(source);
    const run: Expression = (self) => evaluate(source, () => program({ self }));
    // `self` is the only variable: an expression that does not use it has the same result for every request.
    if (!/\bself\b/.test(source)) {
      const constant = run({});
      return () => constant;
    }
    const fields = fieldsRead(source);
    return fields ? remembering([...fields], run) : run;
  } catch (error) {
    const failure = toFailure(source, error);
    return () => failure;
  }
}

/**
 * Caches the last result with the fields that it was computed from: most requests omit the optional fields that an
 * expression reads. Only short values are cached, and compared by value.
 */
function remembering(fields: readonly string[], run: Expression): Expression {
  let last: { readonly values: readonly unknown[]; readonly result: Evaluation } | undefined;
  return (self) => {
    if (last?.values.every((value, index) => value === self[fields[index] ?? ''])) return last.result;
    const result = run(self);
    const values = fields.map((field) => self[field]);
    last = values.every(isShort) ? { values, result } : undefined;
    return result;
  };
}

const LONGEST_KEPT = 100;

function isShort(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= LONGEST_KEPT : typeof value !== 'object';
}

function evaluate(source: string, run: () => unknown): Evaluation {
  try {
    return { kind: 'value', value: run() };
  } catch (error) {
    return toFailure(source, error);
  }
}

function toFailure(source: string, error: unknown): Evaluation {
  const reason = error instanceof Error ? error.message : String(error);
  return { kind: 'error', message: `${source}: ${reason}`, reason };
}
