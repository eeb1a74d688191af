import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/longest-first.ts';
import config, { LONG } from './vitest.config.ts';

export default defineConfig({
  test: {
    ...config.test,
    include: [LONG],
    exclude: [],
    // What these tests install and compile is too large for a file system in memory.
    env: { ...config.test?.env, TMPDIR: tmpdir(), TEST_PATIENCE_SECONDS: '600' },
    // Compilers and browsers take several times as long on a machine that does other things as well.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    sequence: {
      sequencer: longestFirst(
        'packages.long.test.ts',
        'docs-site.long.test.ts',
        'environments.long.test.ts',
        'one-more-model.long.test.ts',
        'second-run.long.test.ts',
      ),
    },
  },
});
