import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import config, { LONG } from './vitest.config.ts';

/** The files that take longest, all of them over two minutes: started last, they would run when everything else has ended. */
const FIRST = ['one-more-model', 'second-run', 'packages', 'docs-site'].map(
  (name) => `/${name}.long.test.ts`,
);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.some((end) => moduleId.endsWith(end));
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default defineConfig({
  test: {
    ...config.test,
    include: [LONG],
    exclude: [],
    // Compilers and browsers take several times as long on a machine that does other things as well.
    // What these tests install and compile is too large for a file system in memory.
    env: { ...config.test?.env, TMPDIR: tmpdir(), TEST_PATIENCE_SECONDS: '600' },
    testTimeout: 900_000,
    hookTimeout: 900_000,
    sequence: { sequencer: LongestFirst },
  },
});
