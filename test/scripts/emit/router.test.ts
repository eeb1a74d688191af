import { expect, test } from 'vitest';
import { matchRoute, type RouteMatch } from '../../../generated/router.ts';

const found = (operationId: string, pathParameters: object = {}) => ({
  kind: 'found',
  operationId,
  pathParameters,
});

const cases: readonly [string, { given: readonly [string, string]; want: object }][] = [
  ['fixed path', { given: ['GET', '/v1/models'], want: found('listModels') }],
  ['HEAD counts as GET', { given: ['HEAD', '/v1/models'], want: found('listModels') }],
  ['submit of an image', { given: ['POST', '/v1/images/generations'], want: found('createImage') }],
  ['submit of a video', { given: ['POST', '/v1/videos/generations'], want: found('createVideo') }],
  ['unversioned alias', { given: ['GET', '/user/balance'], want: found('getUserBalanceAlias') }],
  ['path parameter', { given: ['GET', '/v1/tasks/task_1'], want: found('getTask', { task_id: 'task_1' }) }],
  [
    'parameter in the middle',
    { given: ['GET', '/v1/models/vxq3/schema'], want: found('getModelSchema', { model: 'vxq3' }) },
  ],
  [
    'percent-encoded parameter',
    { given: ['GET', '/v1/models/a%2Fb%20c/schema'], want: found('getModelSchema', { model: 'a/b c' }) },
  ],
  ['malformed escape', { given: ['GET', '/v1/tasks/%E0%A4%A'], want: { kind: 'not_found' } }],
  ['lone percent sign', { given: ['GET', '/v1/tasks/%'], want: { kind: 'not_found' } }],
  ['empty parameter', { given: ['GET', '/v1/tasks/'], want: { kind: 'not_found' } }],
  ['too many segments', { given: ['GET', '/v1/tasks/a/b'], want: { kind: 'not_found' } }],
  ['trailing slash', { given: ['GET', '/v1/models/'], want: { kind: 'not_found' } }],
  ['other case', { given: ['GET', '/V1/models'], want: { kind: 'not_found' } }],
  ['name of an object member', { given: ['GET', 'constructor'], want: { kind: 'not_found' } }],
  ['empty path', { given: ['GET', ''], want: { kind: 'not_found' } }],
  [
    'wrong method on a fixed path',
    { given: ['POST', '/v1/models'], want: { kind: 'method_not_allowed', allow: ['GET', 'HEAD'] } },
  ],
  [
    'wrong method on a path with a parameter',
    { given: ['DELETE', '/v1/tasks/task_1'], want: { kind: 'method_not_allowed', allow: ['GET', 'HEAD'] } },
  ],
  [
    'HEAD on a submit',
    { given: ['HEAD', '/v1/images/generations'], want: { kind: 'method_not_allowed', allow: ['POST'] } },
  ],
  [
    'OPTIONS is no route',
    { given: ['OPTIONS', '/v1/models'], want: { kind: 'method_not_allowed', allow: ['GET', 'HEAD'] } },
  ],
  [
    'method named like an object member',
    { given: ['toString', '/v1/models'], want: { kind: 'method_not_allowed', allow: ['GET', 'HEAD'] } },
  ],
];

test.each(cases)('matches: %s', (_name, { given: [method, path], want }) => {
  expect(matchRoute(method, path)).toEqual(want);
});

test('hands out one frozen result for a fixed path', () => {
  const results: readonly RouteMatch[] = [matchRoute('GET', '/v1/models'), matchRoute('GET', '/v1/models')];
  expect(results[0]).toBe(results[1]);
  expect(Object.isFrozen(results[0])).toBe(true);
});
