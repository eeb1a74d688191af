import type { Json } from '../contract.ts';
import { ENTRY_DOCUMENT } from '../documents/bundle.ts';
import { type RunOptions, runRedocly } from '../documents/run-redocly.ts';
import { toList, toObject } from '../json.ts';
import { ContractError, type Problem } from '../problem.ts';

/** A finding of Redocly in a document; `pointer` locates it when there is no file. */
export interface RedoclyProblem extends Problem {
  readonly pointer: string;
}

/**
 * Runs `redocly lint` over the documents with the configuration at `root`; errors and warnings are both problems. Throws
 * a `ContractError` when it crashes.
 */
export async function lintWithRedocly(
  root: string,
  documents: readonly string[],
  options?: RunOptions,
): Promise<readonly RedoclyProblem[]> {
  const { output, report } = await runRedocly(root, ['lint', ...documents, '--format', 'json'], options);
  const reports = splitReports(output);
  if (reports.length !== documents.length)
    throw new ContractError([], `redocly lint gave no result:\n${report}`);
  return reports.flatMap(toProblems);
}

/** The reports of `redocly lint --format json`: one JSON object per document, one after the other. */
export function splitReports(output: string): readonly Json[] {
  const start = output.indexOf('{');
  if (start < 0) return [];
  const texts = output.slice(start, output.lastIndexOf('}') + 1).split(/(?<=^\})\s*(?=\{)/m);
  return texts.map((text) => JSON.parse(text) as Json); // --format json
}

/** The problems of a JSON report of Redocly, with the rule that found each. */
export function toProblems(report: Json): readonly RedoclyProblem[] {
  return toList(toObject(report).problems).map((problem) => {
    const { ruleId, message, location } = toObject(problem);
    const { source, start, pointer } = toObject(toList(location)[0]);
    const { ref } = toObject(source);
    const { line, col } = toObject(start);
    return {
      file: typeof ref === 'string' ? ref : ENTRY_DOCUMENT,
      line: typeof line === 'number' ? line : 1,
      column: typeof col === 'number' ? col : 1,
      message: `${message} (${ruleId})`,
      pointer: String(pointer ?? '#/').slice(1),
    };
  });
}
