import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { toTable } from '../support/markdown-table.ts';
import harmless from './harmless.json' with { type: 'json' };

/** What this program reads of Stryker's report. */
export interface Report {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly status: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

const PAGE = 'docs/mutation-testing.md';
const HEAD = `# Mutation testing: what the tests catch

[Stryker](https://stryker-mutator.io) changes the code, one operator, condition or call at a time, and runs the tests that reach the change;
a change that no test catches survives. Written by \`npm run mutation\`, which takes folders: \`npm run mutation -- src/contract/sizes\`. It
runs every night, and keeps its results in \`reports/mutation/\`, so that the next run tries only what has changed. The goal is 85 % in every folder.

Only tests in one process run (\`vitest.mutation.config.ts\`): for a folder of \`test/mutation/nearest-tests.json\` those named there, for
the others all fast ones. Left out are changes of texts, which are mostly words of messages, and changes that take effect once, when a
module is loaded; and \`src/adapters/store/postgres\`, whose tests start a PostgreSQL. A folder without a row has not been run yet. Most rows
of \`src/gateway\` and \`src/adapters/store\` come from runs of the nearest tests alone: all tests catch more. Those of \`src/http\`
and \`src/mock\` are from before tests were added for their survivors.
`;

const DETECTED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];
const REASONS: Readonly<Record<string, Readonly<Record<string, string>>>> = harmless;

/** Writes the page: the scores of the folders that were run, with those of the others as they were, and the harmless survivors. */
export function writePage(root: string, report: Report): void {
  const path = join(root, PAGE);
  const before = [...readFileSync(path, 'utf8').matchAll(/^\| `(src\/[^`]*)` +\| [\d.]+ % .*$/gm)];
  const rows = new Map(before.map(([row, folder = '']) => [folder, cellsOf(row)]));
  const folders = Map.groupBy(Object.keys(report.files), (file) => posix.dirname(file));
  for (const [folder, files] of folders) rows.set(folder, scoreRow(folder, files, report));
  const scores = [...rows].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, cells]) => cells);
  const reasons = Object.entries(REASONS).flatMap(([file, mutants]) =>
    Object.entries(mutants).map(([mutant, reason]) => [`\`${file}\``, code(mutant), reason]),
  );
  writeFileSync(
    path,
    `${HEAD}
## Score

${toTable([['folder', 'score', 'caught', 'harmless', 'unread or open'], ...scores])}
## Harmless survivors

${toTable([['file', 'change', 'why nothing is wrong'], ...reasons])}`,
  );
}

function scoreRow(folder: string, files: readonly string[], { files: all }: Report): readonly string[] {
  let [detected, accepted, open] = [0, 0, 0];
  for (const file of files) {
    const { source = '', mutants = [] } = all[file] ?? {};
    for (const mutant of mutants) {
      if (DETECTED.includes(mutant.status)) detected += 1;
      else if (SURVIVED.includes(mutant.status)) {
        if (REASONS[file]?.[describe(source, mutant)] === undefined) open += 1;
        else accepted += 1;
      }
    }
  }
  const score = (100 * detected) / Math.max(1, detected + accepted + open);
  return [`\`${folder}\``, `${score.toFixed(1)} %`, String(detected), String(accepted), String(open)];
}

/** A mutant as the list of harmless ones names it: the code before and after, on one line, truncated. */
function describe(source: string, { location: { start, end }, replacement }: Mutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return `${shorten(lines.join(' '))} → ${shorten(replacement)}`;
}

function shorten(code: string): string {
  const line = code.replaceAll(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function code(text: string): string {
  const escaped = text.replaceAll('|', '\\|');
  return text.includes('`') ? `\`\`${escaped}\`\`` : `\`${escaped}\``;
}

function cellsOf(row: string): readonly string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
