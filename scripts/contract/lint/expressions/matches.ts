import { Environment } from '@marcbachmann/cel-js';
import { isNode } from '../../../../src/contract/rules/cel.ts';
import type { LintRule } from '../problem.ts';
import { explainSlowness } from '../schemas/exponential-patterns.ts';
import { listExpressions } from './expressions.ts';

/** No `matches()` takes a time that grows exponentially with a text. */
export const matchesAreFast: LintRule = ({ models }) =>
  models.flatMap((model) =>
    listExpressions(model).flatMap(({ pointer, text }) => {
      const faults = patternsIn(text).flatMap((source) => explainSlowness({ source, flags: '' }) ?? []);
      return faults.map((fault) => ({ file: model.file, pointer, message: `matches() ${fault}` }));
    }),
  );

/** The patterns that are written out in an expression. */
function patternsIn(text: string): readonly string[] {
  try {
    return listPatterns(new Environment().parse(text).ast);
  } catch {
    return []; // another rule says that it does not parse, or is too long
  }
}

function listPatterns(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(listPatterns);
  if (!isNode(value)) return [];
  const inner = listPatterns(value.args);
  if (value.op !== 'rcall' || value.args[0] !== 'matches') return inner;
  const [pattern] = value.args[2];
  return pattern?.op === 'value' && typeof pattern.args === 'string' ? [...inner, pattern.args] : inner;
}
