import { expect, test } from 'vitest';
import { createRedactor } from '../../src/conformance/report/redact.ts';
import { toRepeat } from '../../src/conformance/report/to-repeat.ts';
import { toKept } from '../../src/conformance/report/wire-log.ts';
import type { CheckResult } from '../../src/conformance/run/result.ts';
import type { WireRequest } from '../../src/conformance/wire/exchange.ts';

const redactor = createRedactor({ base_url: 'http://gw.example', keys: { rich: 'first-secret' } });
const response = { status: 200, headers: {}, text: '', bytes: new Uint8Array() };
const failed: CheckResult = { requirement: 'GW-POT-001', outcome: 'failed', expected: 'status 400' };

function repeat(index: number | undefined, ...requests: readonly Partial<WireRequest>[]): string {
  const exchanges = requests.map((request) =>
    toKept(
      {
        request: { method: 'GET', url: 'http://gw.example/v1/pots', headers: {}, ...request },
        response,
        tookMs: 1,
      },
      redactor,
    ),
  );
  const check = index === undefined ? failed : { ...failed, exchange: index };
  return toRepeat(check, { id: 'pots.pour/green', exchanges });
}

const EXPLAIN = 'npx gatewright explain pots.pour/green';
const post = (body: string): Partial<WireRequest> => ({ method: 'POST', body });

test.each<[string, string, string]>([
  ['a request that stands alone', repeat(0, {}), 'curl -s http://gw.example/v1/pots'],
  [
    'a later request that submits',
    repeat(1, {}, post('{"leaf":"green"}')),
    `curl -s http://gw.example/v1/pots -d '{"leaf":"green"}'`,
  ],
  ['a later request that compares', repeat(1, {}, {}), EXPLAIN],
  ['no answer at all', repeat(undefined), EXPLAIN],
  ['what the run itself made', repeat(1, post('{}'), { url: 'http://gw.example/v1/tasks/task_1' }), EXPLAIN],
  [
    'a receiver of the run',
    repeat(0, post('{"webhook":"http://127.0.0.1:90/0123456789abcdef-3/x"}')),
    EXPLAIN,
  ],
  ['a picture of the run', repeat(0, post('{"image_urls":["http://127.0.0.1:90/1601x100.png"]}')), EXPLAIN],
  ['a picture that was cut', repeat(0, post(`{"a":"data:image/png;base64,${'A'.repeat(90)}"}`)), EXPLAIN],
  ['an encoded key', repeat(0, { headers: { authorization: `Basic ${btoa('first-secret:')}` } }), EXPLAIN],
  ['a long body', repeat(0, post('a '.repeat(4000))), EXPLAIN],
  [
    'a key that is not whole',
    repeat(0, { headers: { authorization: 'Bearer first-secretx' } }),
    `curl -s http://gw.example/v1/pots -H 'authorization: Bearer '"$KEY"'x'`,
  ],
])('%s', (_name, line, wanted) => {
  expect(line).toBe(wanted);
});

test('a later GET of something that the run did not create is repeated on its own when its status is wrong', () => {
  const request = { method: 'GET', url: 'http://gw.example/v1/pots', headers: {} };
  const exchanges = [1, 2].map((tookMs) => toKept({ request, response, tookMs }, redactor));
  const check = { ...failed, exchange: 1, actual: 'status 404' };
  expect(toRepeat(check, { id: 'pots.pour', exchanges })).toBe('curl -s http://gw.example/v1/pots');
});

test('a check of the whole run names its requirement', () => {
  expect(toRepeat(failed, { id: 'run.balance', exchanges: [] })).toBe('npx gatewright explain GW-POT-001');
});
