import { ENTRY_DOCUMENT } from '../bundle.ts';
import type { Json } from '../contract.ts';
import { isObject } from '../json.ts';
import { ContractError, type Problem } from '../problem.ts';
import { runRedocly } from '../run-redocly.ts';

/**
 * Runs `redocly lint` over one document with the configuration at `root`; errors and warnings are both problems. Throws
 * a `ContractError` when it crashes.
 */
export async function lintWithRedocly(root: string, document = ENTRY_DOCUMENT): Promise<readonly Problem[]> {
  const { output, report } = await runRedocly(root, ['lint', document, '--format', 'json']);
  const start = output.indexOf('{');
  if (start < 0) throw new ContractError([], `redocly lint did not answer:\n${report}`);
  return toProblems(JSON.parse(output.slice(start, output.lastIndexOf('}') + 1)) as Json); // --format json
}

/** The problems of a JSON report of Redocly, with the rule that found each. */
export function toProblems(report: Json): readonly Problem[] {
  const problems = isObject(report) && Array.isArray(report.problems) ? report.problems : [];
  return problems.map((problem: Json) => {
    const { ruleId, message, location }: Record<string, Json | undefined> = isObject(problem) ? problem : {};
    const [place]: readonly Json[] = Array.isArray(location) ? location : [];
    const { source, start }: Record<string, Json | undefined> = isObject(place) ? place : {};
    return {
      file: isObject(source) ? String(source.ref) : ENTRY_DOCUMENT,
      line: isObject(start) && typeof start.line === 'number' ? start.line : 1,
      column: isObject(start) && typeof start.col === 'number' ? start.col : 1,
      message: `${message} (${ruleId})`,
    };
  });
}
