import { Environment } from '@marcbachmann/cel-js';
import type { LintRule } from '../problem.ts';
import { explainSlowness } from '../schemas/exponential-patterns.ts';
import { listExpressions, listNodes } from './expressions.ts';

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
    return listNodes(new Environment().parse(text).ast).flatMap(({ op, args }) => {
      const [pattern] = op === 'rcall' && args[0] === 'matches' ? args[2] : [];
      return pattern?.op === 'value' && typeof pattern.args === 'string' ? [pattern.args] : [];
    });
  } catch {
    return []; // another rule says that it does not parse, or is too long
  }
}
