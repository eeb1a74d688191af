import { expandCases } from '../../../src/conformance/expand/expand.ts';
import type { CaseResult } from '../../../src/conformance/run/result.ts';
import { runSuite } from '../../../src/conformance/run/run-suite.ts';
import type { JsonObject } from '../../../src/conformance/suite/json.ts';
import type { Suite } from '../../../src/conformance/suite/suite.ts';
import { findTarget } from '../../../src/conformance/target/find-target.ts';

const ADDED = ['glass-plate-1', 'reel-1.0'];

/** What the file of `glass-plate-1` might have said. */
export const OTHERWISE: JsonObject = {
  spellings: ['glass-plate-1', 'glass-pane'],
  sizes: {
    fields: { size: 'size', tier: 'resolution' },
    table: { S: { '1:1': '328x320' }, M: { '5:2': '1200x480' } },
  },
  media: { image_urls: { sources: ['http', 'https'], formats: ['png', 'jpeg'], min_side: 39 } },
};

/** Runs the cases of models that were added to the project against a mock that has them. */
export async function runCasesOf(
  suite: Suite,
  baseUrl: string,
  ids: readonly string[] = ADDED,
): Promise<readonly CaseResult[]> {
  const cases = expandCases(suite).filter(
    ({ file, id }) => file.includes('/models/') && ids.some((model) => id.includes(`/${model}/`)),
  );
  const target = await findTarget({ base_url: baseUrl });
  return runSuite({ suite, target, cases, jobs: 4, seed: 'added' });
}

/** A result in one line. */
export function describeResult({ id, checks }: CaseResult): string {
  return `${id}: ${checks.map(({ expected, actual }) => `${expected} ${actual}`).join(', ')}`;
}
