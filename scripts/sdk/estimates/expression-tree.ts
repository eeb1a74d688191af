import { type ASTNode, Environment, serialize } from '@marcbachmann/cel-js';
import type { Json, JsonObject } from '../../contract/contract.ts';
import { toObject } from '../../contract/json.ts';
import { toSelfFields } from '../../contract/lint/expressions/self-type.ts';

/**
 * An expression as SDKs evaluate it: a literal stands for itself, a list is an operation and its operands. What is read from the
 * request says its type, so that operands need no further checks: `["<", 6, ["int", "n"]]`.
 */
export type ExpressionTree = string | number | boolean | readonly ExpressionTree[];

/** An expression that SDKs cannot evaluate; the message says what they cannot. */
export class UnsupportedExpression extends Error {
  override readonly name = 'UnsupportedExpression';
}

/** Translates CEL expressions over the requests of a schema. Throws an `UnsupportedExpression`. */
export type Translate = (text: string) => ExpressionTree;

/** The translator of a request schema; its expressions have been type-checked by the linter. */
export function createTranslate(requestSchema: JsonObject): Translate {
  // The library's type of a schema accepts what `toSelfFields` returns, but is mutable.
  const schema = toSelfFields(requestSchema) as never;
  const environment = new Environment().registerVariable({ name: 'self', schema });
  const typeOf = (node: ASTNode) => environment.check(serialize(node)).type ?? 'dyn';
  return (text) => translate(environment.parse(text).ast, { typeOf, requestSchema });
}

interface Scope {
  readonly typeOf: (node: ASTNode) => string;
  readonly requestSchema: JsonObject;
}

/** What can be read from a request, by CEL type. */
const READS: Readonly<Record<string, string>> = { int: 'int', string: 'text', bool: 'flag' };

function translate(node: ASTNode, scope: Scope): ExpressionTree {
  const of = (inner: ASTNode) => translate(inner, scope);
  switch (node.op) {
    case 'value':
      return literal(node.args, node);
    case '.':
      return [READS[scope.typeOf(node)] ?? refuse(node), ...pathOf(node, scope)];
    case '?:':
      return ['?:', ...node.args.map(of)];
    case '&&':
    case '||':
      return [node.op, ...node.args.map(of)];
    case '!_':
      return ['!', of(node.args)];
    case '-_':
      return ['-', 0, integer(node.args, scope)];
    case 'call':
    case 'rcall':
      return call(node, scope);
    default:
      return binary(node, scope);
  }
}

function binary(node: ASTNode, scope: Scope): ExpressionTree {
  const [left, right] = node.args as readonly [ASTNode, ASTNode]; // what is left are operators, and `refuse`
  const integers = () => [integer(left, scope), integer(right, scope)];
  switch (node.op) {
    case '==':
      return equal(left, right, scope);
    case '!=':
      return ['!', equal(left, right, scope)];
    case 'in':
      return oneOf(left, right, scope);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '<':
      return [node.op, ...integers()];
    case '>':
      return ['<', ...integers().reverse()];
    case '<=':
      return ['!', ['<', ...integers().reverse()]];
    case '>=':
      return ['!', ['<', ...integers()]];
    default:
      return refuse(node);
  }
}

/** `has(self.a)`, `size(self.a)`, `self.a.size()`. */
function call(node: Extract<ASTNode, { op: 'call' | 'rcall' }>, scope: Scope): ExpressionTree {
  const [name, ...rest] = node.args;
  const [argument, ...others] = rest.flat();
  if (argument === undefined || argument.op !== '.' || others.length > 0) return refuse(node);
  if (name === 'has') return ['has', ...pathOf(argument, scope)];
  if (name === 'size' && scope.typeOf(argument).startsWith('list'))
    return ['length', ...pathOf(argument, scope)];
  return refuse(node);
}

/** The names in `self.a.b`, all of which the schema declares: elsewhere, `null` is a value. */
function pathOf(node: ASTNode, { requestSchema }: Scope): readonly string[] {
  const names: string[] = [];
  let inner = node;
  while (inner.op === '.') {
    names.unshift(inner.args[1]);
    inner = inner.args[0];
  }
  if (inner.op !== 'id' || inner.args !== 'self') return refuse(node);
  let schema = requestSchema;
  for (const name of names) {
    const member = toObject(schema.properties)[name];
    if (member === undefined) return refuse(node);
    schema = toObject(member);
  }
  return names;
}

function equal(left: ASTNode, right: ASTNode, scope: Scope): ExpressionTree {
  const type = scope.typeOf(left);
  if (!Object.hasOwn(READS, type)) return refuse(left);
  if (scope.typeOf(right) !== type) return refuse(right);
  return ['==', translate(left, scope), translate(right, scope)];
}

function oneOf(value: ASTNode, list: ASTNode, scope: Scope): ExpressionTree {
  if (list.op !== 'list') return refuse(list);
  return list.args
    .map((item) => equal(value, item, scope))
    .reduce<ExpressionTree>((one, other) => (one === false ? other : ['||', one, other]), false);
}

function integer(node: ASTNode, scope: Scope): ExpressionTree {
  return scope.typeOf(node) === 'int' ? translate(node, scope) : refuse(node);
}

function literal(value: unknown, node: ASTNode): ExpressionTree {
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const isExact = typeof value === 'bigint' && Number.isSafeInteger(Number(value));
  return isExact ? Number(value) : refuse(node);
}

function refuse(node: ASTNode): never {
  throw new UnsupportedExpression(serialize(node));
}

/** The fields of a request that a tree reads. */
export function fieldsOf(tree: ExpressionTree): readonly string[] {
  if (!Array.isArray(tree)) return [];
  const [operation, ...operands] = tree as readonly Json[];
  return FIELD_READERS.has(String(operation))
    ? [String(operands[0])]
    : operands.flatMap((operand) => fieldsOf(operand as ExpressionTree));
}

const FIELD_READERS = new Set([...Object.values(READS), 'has', 'length']);
