import type { AnsweredRequest } from '../../src/mock/with-request-log.ts';

/** A request as the mock reports it. */
export const answered: AnsweredRequest = {
  method: 'GET',
  path: '/v1/models',
  status: 200,
  operation: 'listModels',
  reason: undefined,
  durationMs: 1,
};
