import { defineConfig } from 'vitest/config';
import config, { LONG } from './vitest.config.ts';

/** They start processes, or take seconds: mutation testing repeats the tests of a line for each of its mutants. */
const SLOW = [
  'test/gateway/**/{clip-of-*,hostile-*,large-bodies,nesting,fuzz,agreement,wrong-types}.test.ts',
  'test/gateway/{reference-fetching,reference-formats,results,compressed-bodies,odd-text,links,unlisted-models}.test.ts',
  'test/gateway/admission/{bodies,references}.test.ts',
  'test/gateway/text/{shared-cache,structured-answers,openai-client}.test.ts',
  'test/adapters/store/{leases,lock-order,migrations,secrets,postgres-retention,postgres-store}.test.ts',
];

export default defineConfig({
  test: {
    ...config.test,
    // Modules are loaded by Vite, as the plugin of Stryker expects.
    experimental: {},
    // Soon enough for a change with which a test waits for ever.
    testTimeout: 15_000,
    hookTimeout: 15_000,
    setupFiles: ['test/mutation/short-properties.ts'],
    include: [
      'test/contract/**/*.test.ts',
      'test/gateway/**/*.test.ts',
      'test/client/!(bundle-size).test.ts',
      'test/http/**/*.test.ts',
      'test/{mock,entries}/!(docs|page|example|clip-of-reference).test.ts',
      'test/msw/*.test.ts',
      'test/serve/!(serve|keys|groups|lists|commands-at-once|deploy|upgrade|unusable-folder|loaded-at-start).test.ts',
      'test/cli/refusals.test.ts',
      'test/adapters/store/{memory-store,sqlite-store,group-read,group-commit,deferred-writes,sql-cached-prefixes,sqlite-files}.test.ts',
      'test/adapters/store/{leases,lock-order,migrations,secrets,postgres-retention,postgres-store}.test.ts',
    ],
    exclude: [LONG, ...(process.env.MUTATION_SLOW_TESTS ? [] : SLOW)],
  },
});
