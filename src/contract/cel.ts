import { Environment } from '@marcbachmann/cel-js';

/** A request as CEL sees it: integers are bigint. */
export type Self = Readonly<Record<string, unknown>>;

/** What an expression gave, or why it could not be evaluated. */
export type Evaluation =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly message: string };

/** A compiled CEL expression over `self`. */
export type Expression = (self: Self) => Evaluation;

const environment = new Environment().registerVariable('self', 'map');
const compiled = new Map<string, Expression>();

/** Compiles a CEL expression once; throws when it does not parse. Evaluating never throws. */
export function compileExpression(source: string): Expression {
  const known = compiled.get(source);
  if (known) return known;
  const program = environment.parse(source);
  const expression: Expression = (self) => {
    try {
      return { kind: 'value', value: program({ self }) };
    } catch (error) {
      return {
        kind: 'error',
        message: `${source}: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  };
  compiled.set(source, expression);
  return expression;
}

/** Whether a condition holds: only `true` does; an expression that fails does not. */
export function holds(source: string, self: Self): boolean {
  const result = compileExpression(source)(self);
  return result.kind === 'value' && result.value === true;
}
