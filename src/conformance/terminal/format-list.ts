import type { ExpandedCase } from '../expand/expand.ts';
import { requirementsOf } from '../selection/requirements-of.ts';
import type { Suite } from '../suite/suite.ts';
import { plural } from './paint.ts';

/** The cases by file: id, title, and the requirements that they check; `inCore`: how many of them the profile `core` runs. */
export function formatList(
  cases: readonly ExpandedCase[],
  { requirements }: Suite,
  inCore = cases.length,
): string {
  const bases = Map.groupBy(cases, (one) => baseId(one));
  const files = Map.groupBy(bases, ([, [first]]) => first?.file ?? '');
  const lines = [...files].flatMap(([file, entries]) => [
    `\n${file}`,
    ...entries.map(([id, runs]) => {
      const [first] = runs;
      if (!first) return id;
      const levels = new Set(
        requirementsOf(first).map((requirement) => requirements.get(requirement)?.level ?? ''),
      );
      const times = runs.length > 1 ? ` x${runs.length}` : '';
      const title = runs.length > 1 ? '' : `  ${first.title}`;
      return `  ${id}${times}  [${[...levels].join(' ')}]${title}\n      ${requirementsOf(first).join(' ')}`;
    }),
  ]);
  const rest = inCore === cases.length ? '' : `\n${describeCore(cases.length, inCore)}`;
  return `${lines.join('\n').trimStart()}\n\n${plural(cases.length, 'case')} of ${plural(bases.size, 'kind')}${rest}\n`;
}

function baseId({ id }: ExpandedCase): string {
  return id.split('/')[0] ?? id;
}

function describeCore(all: number, inCore: number): string {
  const run = inCore === 0 ? 'None of them runs' : `${inCore} of them run`;
  const others = inCore === 0 ? 'they check' : `${plural(all - inCore, 'more case')} for`;
  return `${run} in the profile core, the default except for the mock of this package; ${others} choices of this project: --profile reference.`;
}
