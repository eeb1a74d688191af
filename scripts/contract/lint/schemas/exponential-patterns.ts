import { analyse, type Literal } from 'scslre';
import type { Json } from '../../contract.ts';
import { isObject, toObject } from '../../json.ts';
import { type Finding, type LintRule, toStep } from '../problem.ts';
import { findSharedAlternatives } from './shared-alternatives.ts';
import { listSchemas } from './walk-schema.ts';

/** No pattern, which runs on what clients send, takes a time that grows exponentially with a text. */
export const patternsAreFast: LintRule = ({ models, parts }) =>
  [...models, ...parts].flatMap(({ file, source }) => findSlow(file, source));

function findSlow(file: string, source: Json): readonly Finding[] {
  const patterns = listSchemas(source).flatMap(({ schema, pointer }) => {
    if (!isObject(schema)) return [];
    const names = Object.keys(toObject(schema.patternProperties));
    return [
      ...(typeof schema.pattern === 'string' ? [{ pattern: schema.pattern, at: `${pointer}/pattern` }] : []),
      ...names.map((name) => ({ pattern: name, at: `${pointer}/patternProperties/${toStep(name)}` })),
    ];
  });
  return patterns.flatMap(({ pattern, at }) => {
    const fault = explainSlowness({ source: pattern, flags: 'u' });
    return fault === undefined ? [] : [{ file, pointer: at, message: `The pattern ${fault}` }];
  });
}

/** Why an expression can take exponential time, in words that follow its name; undefined when none is known. */
export function explainSlowness(expression: Literal): string | undefined {
  try {
    const report = analyse(expression).reports.find(({ exponential }) => exponential);
    if (report)
      return `takes exponential time on many ${JSON.stringify(report.character.pick)}: what is repeated within a repetition must match a text in one way only, as a+ does and (a+)+ does not`;
    const shared = findSharedAlternatives(expression);
    return (
      shared &&
      `takes exponential time: alternatives that are repeated must not match the same text, as those of ${shared} do`
    );
  } catch {
    return undefined; // another rule says that it does not compile
  }
}
