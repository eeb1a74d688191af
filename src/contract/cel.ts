import { Environment } from '@marcbachmann/cel-js';

/** A request as CEL sees it: integers are bigint. */
export type Self = Readonly<Record<string, unknown>>;

/** What an expression gave, or why it could not be evaluated. */
export type Evaluation =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly message: string };

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

/** Whether a condition holds: only `true` does. Throws a `RuleError` when it cannot be told, so that no check is skipped. */
export function holds(source: string, self: Self): boolean {
  const result = compileExpression(source)(self);
  if (result.kind === 'error') throw new RuleError(result.message);
  return result.value === true;
}

function compile(source: string): Expression {
  try {
    const program = environment.parse(source);
    const run: Expression = (self) => evaluate(source, () => program({ self }));
    // `self` is the only variable: an expression that does not name it gives the same for every request.
    if (/\bself\b/.test(source)) return run;
    const constant = run({});
    return () => constant;
  } catch (error) {
    const failure = toFailure(source, error);
    return () => failure;
  }
}

function evaluate(source: string, run: () => unknown): Evaluation {
  try {
    return { kind: 'value', value: run() };
  } catch (error) {
    return toFailure(source, error);
  }
}

function toFailure(source: string, error: unknown): Evaluation {
  return { kind: 'error', message: `${source}: ${error instanceof Error ? error.message : String(error)}` };
}
