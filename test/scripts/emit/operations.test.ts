import { expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { readOperations } from '../../../scripts/emit/code/operation-model.ts';
import { fixtureDocument } from './fixture-document.ts';

test('lists the endpoints of section 4', () => {
  const routes = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  expect(routes.toSorted()).toEqual([
    'GET /api/pricing/model',
    'GET /user/balance',
    'GET /v1/balance',
    'GET /v1/dashboard/billing/subscription',
    'GET /v1/dashboard/billing/usage',
    'GET /v1/model-schema',
    'GET /v1/models',
    'GET /v1/models/{model}/schema',
    'GET /v1/tasks/{task_id}',
    'GET /v1/user/balance',
    'POST /v1/chat/completions',
    'POST /v1/images/generations',
    'POST /v1/responses',
    'POST /v1/videos/generations',
  ]);
});

test('keeps what the contract says about an operation', () => {
  expect(operations.getTask.parameters).toContainEqual({ name: 'task_id', in: 'path', required: true });
  expect(operations.createImage.body).toEqual({ required: true, mediaTypes: ['application/json'] });
  expect(operations.createChatCompletion.responses[200]).toEqual(['text/event-stream', 'application/json']);
  expect(operations.getUserBalance.body).toBeUndefined();
});

test('names the operation without an id', () => {
  const document = { paths: { '/v1/x': { get: { responses: {} } } } };
  expect(() => readOperations(document)).toThrow('GET /v1/x has no operationId');
});

test('refuses a range of statuses', () => {
  const document = {
    paths: { '/v1/x': { get: { operationId: 'x', responses: { '4XX': { description: '' } } } } },
  };
  expect(() => readOperations(document)).toThrow('GET /v1/x declares the response "4XX"');
});

test('reads operations in the order of their ids', () => {
  const ids = readOperations(fixtureDocument).map(({ operationId }) => operationId);
  expect(ids).toEqual(['createChatCompletion', 'createImage', 'getTask']);
});
