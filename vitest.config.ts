import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/longest-first.ts';
import { PATIENCE_MS } from './test/support/until.ts';

/** Tests that take long: `npm run test:long`. */
export const LONG = 'test/**/*.long.test.ts';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 ** 31;

/** Where tests write their files. To sync thousands of them to a disk takes longer than the rest of the tests of the stores. */
function temporaryFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < ENOUGH_BYTES ? tmpdir() : MEMORY;
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [LONG],
    globalSetup: ['test/support/postgres-setup.ts'],
    env: {
      TMPDIR: temporaryFolder(),
      // What the machine serves is none of the tests' business.
      DATABASE_URL: '',
      // Processes that tests start load compiled code from a cache. The processes of Vitest would take seconds to write theirs at the end.
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      NODE_DISABLE_COMPILE_CACHE: '1',
    },
    setupFiles: ['test/support/child-compile-cache.ts'],
    // Not threads of one large process: to start a child process, the memory map of the whole parent is copied.
    pool: 'forks',
    isolate: false,
    // Node reads TypeScript itself: nothing is transformed, and calls from one module to another are plain ones.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // More than cores: much of the time a test waits for a process or a database.
    maxWorkers: 4,
    sequence: {
      sequencer: longestFirst(
        'conform-command.test.ts',
        'own-gateway.test.ts',
        'serve/serve.test.ts',
        'postgres-store.test.ts',
        'first-model.test.ts',
        'invariants.test.ts',
        'generated-files.test.ts',
        'packages-page.test.ts',
      ),
    },
    // Longer than the slowest machine needs: a test that takes so long hangs. Waits of their own give up earlier (test/support/until.ts).
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: PATIENCE_MS } },
  },
});
