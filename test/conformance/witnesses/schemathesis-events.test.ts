import { expect, test } from 'vitest';
import { countAnswers } from './schemathesis-events.ts';

function finished(label: string, statuses: readonly (number | undefined)[]): string {
  const interactions = Object.fromEntries(
    statuses.map((status, at) => [at, { response: status === undefined ? null : { status_code: status } }]),
  );
  return JSON.stringify({ ScenarioFinished: { recorder: { label, interactions } } });
}

test('responses are counted, and the operations that succeeded', () => {
  const log = [
    '{"EngineStarted":{"id":"1"}}',
    finished('GET /v1/models', [401, 200]),
    finished('POST /v1/responses', [400, 204, undefined]),
    '{"ScenarioFinished":{"recorder":{"label":"GET /v1/balance"}}}',
    '',
  ].join('\n');
  expect(countAnswers(log)).toEqual({ count: 4, succeeded: new Set(['GET /v1/models']) });
});
