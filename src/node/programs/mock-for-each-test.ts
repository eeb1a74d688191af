import type { MockSession } from './mock-session.ts';
import { type StartedMock, type StartMockOptions, startMock } from './start-mock.ts';

/** Runs a function before or after tests. */
export type TestHook = (run: () => Promise<void> | void) => unknown;

/** The hooks of a test runner, such as Vitest, Jest or `node:test`. */
export interface TestHooks {
  readonly beforeEach: TestHook;
  readonly afterEach: TestHook;
  /** Of `node:test`: its `after`. */
  readonly afterAll: TestHook;
}

/**
 * A mock on a free port for the tests of a file, with a session for each of them: what one test does to accounts, tasks,
 * clock and scenarios, the others do not see. It starts before the first test and ends after the last one. The members
 * are those of the running test's session; reading them outside of a test throws. Not for tests that run concurrently:
 * those use `startMock` and `session()`.
 */
export function mockForEachTest(hooks: TestHooks, options: StartMockOptions = {}): MockSession {
  let mock: StartedMock | undefined;
  let current: MockSession | undefined;
  hooks.beforeEach(async () => {
    mock ??= await startMock(options);
    current = mock.session();
  });
  hooks.afterEach(() => {
    current = undefined;
  });
  hooks.afterAll(async () => {
    await mock?.close();
    mock = undefined;
  });
  const session = () => {
    if (current) return current;
    throw new Error(
      'mockForEachTest has a session while a test runs: read its members inside a test. Concurrent tests need startMock() and session().',
    );
  };
  return {
    get baseUrl() {
      return session().baseUrl;
    },
    get apiKey() {
      return session().apiKey;
    },
    get control() {
      return session().control;
    },
  };
}
