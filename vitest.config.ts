import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/postgres-setup.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    // Longer than the slowest machine needs: a test that takes so long hangs. Waits of their own give up earlier (test/support/until.ts).
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
