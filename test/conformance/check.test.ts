import { expect, test } from 'vitest';
import { check, type Subject } from '../../src/conformance/checks/check.ts';
import { createValueFormatter } from '../../src/conformance/checks/value-formatter.ts';
import { plainEvaluator } from '../../src/conformance/language/expressions.ts';
import type { Expectation } from '../../src/conformance/suite/case.ts';

const answer = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-empty': '' },
  body: { n: 1, list: [{ id: 'a' }, 'b'], none: null },
};
const subject = (given: Partial<Subject>): Subject => ({
  ...answer,
  evaluate: (expression) => plainEvaluator.evaluate(expression, {}),
  format: createValueFormatter({ text: (text) => text }),
  schemaFaults: () => [],
  ...given,
});

test.each<[Expectation, Partial<Subject>]>([
  [{ status: 200 }, {}],
  [{ status: [201, 200] }, {}],
  [{ status: '2xx' }, { status: 299 }],
  [{ headers: { 'Content-Type': 'application/json*', 'x-other': 'absent' } }, {}],
  [{ headers: { 'content-type': 'application/json*' } }, { headers: { 'content-type': 'Application/JSON' } }],
  [{ body: { n: 1, list: [{}, 'b'], none: null } }, {}],
])('%j holds', (expectation, given) => {
  expect(check(expectation, subject(given)).faults).toEqual([]);
});

test.each<[Expectation, Partial<Subject>, string]>([
  [{ status: 200 }, { status: 201 }, 'status 201'],
  [{ status: '4xx' }, { status: 500 }, 'status 500'],
  [
    { status: 200 },
    { status: 400, body: { error: { code: 400, message: 'n is 0', type: 'invalid_request_error' } } },
    'status 400: "n is 0"',
  ],
  [{ status: 200 }, { status: 404, body: { success: false, message: 'no user' } }, 'status 404: "no user"'],
  [{ status: 200 }, { status: 403, body: { error: 'denied' } }, 'status 403: "denied"'],
  [{ status: 200 }, { status: 422, body: { detail: 'bad n' } }, 'status 422: "bad n"'],
  [{ status: 200 }, { status: 422, body: { detail: [{ msg: 'bad n' }] } }, 'status 422'],
  [{ status: 200 }, { status: 500, body: { error: { message: '' } } }, 'status 500'],
  [{ status: '4xx' }, { status: 302 }, 'status 302'],
  [{ headers: { 'x-empty': 'present' } }, {}, 'header x-empty: '],
  [{ headers: { 'content-type': 'absent' } }, {}, 'header content-type: application/json; charset=utf-8'],
  [
    { headers: { 'content-type': 'application/json' } },
    {},
    'header content-type: application/json; charset=utf-8',
  ],
  [{ headers: { 'x-other': 'a*' } }, {}, 'header x-other: absent'],
  [{ body: { n: 1 } }, { body: { n: '1' } }, '/n is "1", not 1'],
  [{ body: { n: 1 } }, { body: { n: true } }, '/n is true, not 1'],
  [{ body: { none: null } }, { body: {} }, '/none is absent, not null'],
  [{ body: { list: [] } }, { body: { list: {} } }, '/list is {}, not []'],
  [{ body: { list: ['a'] } }, { body: { list: [] } }, '/list/0 is absent, not "a"'],
  [{ body: { n: { m: 1 } } }, {}, '/n is 1, not {"m":1}'],
  [{ body: {} }, { body: [] }, 'body is [], not {}'],
])('%j does not hold', (expectation, given, fault) => {
  expect(check(expectation, subject(given)).faults).toEqual([fault]);
});
