import { type ASTNode, Environment } from '@marcbachmann/cel-js';
import type { LintRule } from '../problem.ts';
import { explainSlowness } from '../schemas/exponential-patterns.ts';
import { isNode } from './cel.ts';
import { listExpressions } from './expressions.ts';

/** No `matches()` takes a time that grows exponentially with a text. */
export const matchesAreFast: LintRule = ({ models }) =>
  models.flatMap((model) =>
    listExpressions(model).flatMap(({ pointer, text }) => {
      const faults = listPatterns(parse(text)).flatMap(
        (source) => explainSlowness({ source, flags: '' }) ?? [],
      );
      return faults.map((fault) => ({ file: model.file, pointer, message: `matches() ${fault}` }));
    }),
  );

function parse(text: string): ASTNode | undefined {
  try {
    return new Environment().parse(text).ast;
  } catch {
    return undefined; // another rule says that it does not parse
  }
}

/** The patterns that are written out. */
function listPatterns(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listPatterns);
  if (!isNode(value)) return [];
  const inner = listPatterns(value.args);
  if (value.op !== 'rcall' || value.args[0] !== 'matches') return inner;
  const [pattern] = value.args[2];
  return pattern?.op === 'value' && typeof pattern.args === 'string' ? [...inner, pattern.args] : inner;
}
