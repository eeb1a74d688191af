import { describe, expect, test } from 'vitest';
import { hasPostgres } from '../support/postgres.ts';
import { processFaults } from './faults/process-faults.ts';
import { brokenPromises } from './report.ts';
import { runScenario } from './run-scenario.ts';

const TIMEOUT_MS = 900_000;
const KILLS = 3;

describe.concurrent('under load', () => {
  for (const scenario of processFaults.filter(({ isShort }) => isShort)) {
    const { name, database } = scenario;
    const isPossible = database === 'SQLite' || hasPostgres;
    test.skipIf(!isPossible)(
      `${name} loses and doubles no task, money or callback on ${database}`,
      { timeout: TIMEOUT_MS },
      async () => {
        expect(brokenPromises([await runScenario(scenario, KILLS)])).toEqual([]);
      },
    );
  }
});
