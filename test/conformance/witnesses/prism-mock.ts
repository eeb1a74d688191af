import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Exclusion, judgeReport, readExclusions } from './exclusions.ts';
import { startPrismMock } from './prism.ts';
import { runConform } from './run-conform.ts';
import type { Finding, Setting, Witness } from './witness.ts';

const TARGET = join(import.meta.dirname, 'prism-mock-target.yaml');
const DATA = join(import.meta.dirname, 'prism-mock.yaml');

/** The cases that a stateless mock can meet, against Prism's own mock of the document: it knows nothing of this gateway. */
export const prismMock: Witness = { name: "cases against Prism's own mock", run };

async function run({ folder }: Setting): Promise<Finding> {
  const { not_run: notRun } = parse(await readFile(DATA, 'utf8')) as {
    readonly not_run: readonly Exclusion[];
  };
  const skipped = notRun.flatMap(({ cases }) => cases);
  await using prism = await startPrismMock();
  const skip = skipped.flatMap((id) => ['--skip', id]);
  const report = await runConform(folder, [prism.baseUrl, '--target', TARGET, '--profile', 'core', ...skip]);
  const { passed, faults, leftOut } = judgeReport(report, await readExclusions(DATA));
  return {
    looked: `${passed} of ${report.cases.length} cases`,
    faults: passed === 0 ? ['No case passes', ...faults] : faults,
    leftOut: { ...leftOut, ...Object.fromEntries(notRun.map(({ reason, cases }) => [reason, cases.length])) },
  };
}
