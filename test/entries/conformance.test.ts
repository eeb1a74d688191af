import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { type ConformanceOptions, runConformance, UsageError } from '../../src/entries/conformance.ts';
import { startMock } from '../../src/entries/mock.ts';

test('a run resolves to its whole report', async () => {
  await using mock = await startMock({ speed: 20 });
  const report = await runConformance({ baseUrl: mock.baseUrl, only: ['catalogue.list'], seed: 'once' });
  expect(report).toMatchObject({
    tool: { version: manifest.version },
    run: { profile: 'reference', seed: 'once' },
    outcome: 'passed',
  });
  expect(report.cases.map(({ id }) => id)).toContain('catalogue.list');
  expect(report.cases.flatMap(({ exchanges }) => exchanges).length).toBeGreaterThan(0);
});

test('an interrupted run is reported as such', async () => {
  await using mock = await startMock();
  const report = await runConformance({ baseUrl: mock.baseUrl, only: ['TSK'], signal: AbortSignal.abort() });
  expect(report.run.interrupted).toEqual({ cases_run: 0, cases_planned: expect.any(Number) });
});

test.each([
  [{}, 'Specify a gateway'],
  [{ baseUrl: 'http://127.0.0.1:1' }, 'http://127.0.0.1:1'],
  [undefined, 'runConformance takes its options as an object.'],
  [{ baseUrl: 5 }, 'baseUrl must be a string.'],
  [{ baseUrl: 'http://127.0.0.1:1', only: 'TSK' }, 'only must be an array.'],
  [{ baseUrl: 'http://127.0.0.1:1', onyl: ['TSK'] }, 'has no option onyl. Did you mean only?'],
  [{ baseUrl: 'http://127.0.0.1:1', jobs: 0 }, 'jobs must be'],
  [{ baseUrl: 'http://127.0.0.1:1', targetFile: 'missing.yaml' }, 'missing.yaml'],
])('%j cannot be done, and one line says why', async (options, line) => {
  const error = await runConformance(options as ConformanceOptions).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(line);
  expect(String(error)).not.toContain('\n');
});
