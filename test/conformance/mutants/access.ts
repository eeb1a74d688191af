import { type JsonObject, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedRequest, type TamperedResponse, type Tampering } from './tampering.ts';
import {
  changingAnswer,
  changingResponse,
  refusal,
  to,
  toImages,
  toModels,
  toSubmits,
  toTasks,
  usingKey,
  withJson,
  without,
} from './tampers.ts';

const anywhere = ({ url }: TamperedRequest): boolean => !url.startsWith('/files/');
const toBalance = to('/v1/user/balance');
const toAlias = to('/user/balance');
const toBalances = (request: TamperedRequest): boolean => toBalance(request) || toAlias(request);

/** Errors are different. */
function errors(
  change: (error: JsonObject, response: TamperedResponse) => JsonObject,
  status?: number,
): Tampering {
  return changingResponse(anywhere, (response) => {
    const { error } = toObject(response.body);
    return error === undefined || (status !== undefined && response.status !== status)
      ? response
      : withJson(response, { error: change(toObject(error), response) });
  });
}

const instead = (from: number, answer: TamperedResponse): Tampering =>
  changingResponse(anywhere, (response) => (response.status === from ? answer : response));
const noKey = (request: TamperedRequest): boolean => request.headers.authorization === undefined;
const wrongKey = (request: TamperedRequest): boolean =>
  !noKey(request) && request.headers.authorization?.startsWith('Bearer sk-mock') !== true;

/** Faults of keys, errors, balances: sections 2.6, 4.7, 5, 7. */
export const accessMutants = defineMutants(
  ['auth', 'errors', 'balance', 'rate-limits', 'moderation', 'idempotency', 'catalogue'],
  [
    [
      'auth-none-submits',
      'A submission without a key is accepted.',
      usingKey((request) => toSubmits(request) && noKey(request), 'sk-mock'),
    ],
    [
      'auth-key-in-any-case',
      'The letters of a key may be in any case.',
      usingKey(
        ({ headers: { authorization } }) =>
          authorization !== 'Bearer sk-mock' && authorization?.toLowerCase() === 'bearer sk-mock',
        'sk-mock',
      ),
    ],
    [
      'auth-none-lists',
      'The model list needs no key.',
      usingKey((request) => toModels(request) && noKey(request), 'sk-mock'),
    ],
    [
      'auth-none-polls',
      'A task is readable without a key.',
      usingKey((request) => toTasks(request) && noKey(request), 'sk-mock'),
    ],
    [
      'auth-none-balance',
      'A balance needs no key.',
      usingKey((request) => toBalances(request) && noKey(request), 'sk-mock'),
    ],
    [
      'auth-none-prices',
      'Prices need no key.',
      usingKey((request) => to('/api/pricing/model')(request) && noKey(request), 'sk-mock'),
    ],
    [
      'auth-none-chat',
      'Chat needs no key.',
      usingKey((request) => to('/v1/chat/completions')(request) && noKey(request), 'sk-mock'),
    ],
    [
      'auth-none-dashboard',
      'The dashboard needs no key.',
      usingKey((request) => to('/v1/dashboard/')(request) && noKey(request), 'sk-mock'),
    ],
    ['auth-any-key', 'Any key is accepted.', usingKey((request) => wrongKey(request), 'sk-mock')],
    ['auth-403', 'A wrong key is 403.', instead(401, refusal(403, 'permission_error'))],
    [
      'auth-type',
      'A wrong key is an invalid request.',
      errors((error) => ({ ...error, type: 'invalid_request_error' }), 401),
    ],
    [
      'auth-restricted-calls',
      'A restricted key may call every model.',
      usingKey(
        (request) => toSubmits(request) && request.headers.authorization === 'Bearer sk-mock-image-only',
        'sk-mock',
      ),
    ],
    [
      'auth-echo',
      'An error names the key.',
      changingResponse(anywhere, (response, { headers }) => {
        const error = toObject(toObject(response.body).error);
        return error.message === undefined
          ? response
          : withJson(response, {
              error: { ...error, message: `${String(error.message)} (${headers.authorization ?? ''})` },
            });
      }),
    ],
    [
      'error-flat',
      'Errors have no envelope.',
      changingResponse(anywhere, (response) => {
        const { error } = toObject(response.body);
        return error === undefined ? response : withJson(response, toObject(error));
      }),
    ],
    [
      'error-text',
      'The error is text.',
      changingResponse(anywhere, (response) => {
        const { error } = toObject(response.body);
        return error === undefined
          ? response
          : withJson(response, { error: String(toObject(error).message) });
      }),
    ],
    [
      'error-code-text',
      'The code of an error is text.',
      errors((error) => ({ ...error, code: String(error.code) })),
    ],
    ['error-no-code', 'An error has no code.', errors((error) => without(error, 'code'))],
    ['error-no-message', 'An error has no message.', errors((error) => without(error, 'message'))],
    ['error-no-type', 'An error has no type.', errors((error) => without(error, 'type'))],
    [
      'error-type',
      'Every error has the type server_error.',
      errors((error) => ({ ...error, type: 'server_error' })),
    ],
    ['error-no-reason', 'All invalid parameters have one message.', instead(400, refusal(400))],
    ['error-422', 'Invalid parameters are 422.', instead(400, refusal(422))],
    ['error-500', 'Invalid parameters are 500.', instead(400, refusal(500, 'server_error'))],
    [
      'error-200',
      'Errors answer 200.',
      changingResponse(anywhere, (response) =>
        response.status >= 400 ? { ...response, status: 200 } : response,
      ),
    ],
    [
      'error-402-type',
      'Missing funds have the type of an invalid request.',
      errors((error) => ({ ...error, type: 'invalid_request_error' }), 402),
    ],
    [
      'error-403-type',
      'A forbidden model has the type of an invalid request.',
      errors((error) => ({ ...error, type: 'invalid_request_error' }), 403),
    ],
    [
      'error-429-type',
      'Too many requests have the type of an invalid request.',
      errors((error) => ({ ...error, type: 'invalid_request_error' }), 429),
    ],
    ['error-429-503', 'Too many requests are 503.', instead(429, refusal(503, 'server_error'))],
    [
      'rate-unlimited',
      'A limited key is not limited.',
      usingKey((request) => request.headers.authorization === 'Bearer sk-mock-limited', 'sk-mock'),
    ],
    [
      'error-html',
      'Errors are HTML.',
      changingResponse(anywhere, (response) =>
        response.status >= 400
          ? {
              status: response.status,
              headers: { 'content-type': 'text/html' },
              bytes: Buffer.from('<h1>Error</h1>'),
            }
          : response,
      ),
    ],
    [
      'balance-no-success',
      'A balance has no success.',
      changingAnswer(toBalances, (body) => without(body, 'success')),
    ],
    [
      'balance-text',
      'Balances are text.',
      changingAnswer(toBalances, (body) => ({ ...body, remain_balance: String(body.remain_balance) })),
    ],
    [
      'balance-no-used',
      'A balance does not state what was used.',
      changingAnswer(toBalances, (body) => without(body, 'used_balance', 'used_credits')),
    ],
    [
      'balance-credits',
      'Remaining credits have decimals.',
      changingAnswer(toBalances, (body) => ({
        ...body,
        remain_credits: Number(body.remain_balance) * 10 + 0.5,
      })),
    ],
    [
      'balance-no-credits',
      'A balance has no credits.',
      changingAnswer(toBalances, (body) => without(body, 'remain_credits')),
    ],
    ['balance-alias', 'The alias is not found.', changingResponse(toAlias, () => refusal(404))],
    [
      'balance-alias-differs',
      'The alias gives another balance.',
      changingAnswer(toAlias, (body) => ({ ...body, remain_balance: Number(body.remain_balance) + 1 })),
    ],
    [
      'balance-of-the-key',
      'Every key has a balance of its own.',
      changingResponse(toBalances, (response, { headers }) =>
        headers.authorization === 'Bearer sk-mock-sibling'
          ? withJson(response, { ...toObject(response.body), remain_balance: 0 })
          : response,
      ),
    ],
    [
      'balance-cors',
      'The balance has no CORS header.',
      changingResponse(toBalances, (response) => ({
        ...response,
        headers: without(response.headers, 'access-control-allow-origin') as Record<string, string>,
      })),
    ],
    [
      'balance-preflight',
      'A preflight for the balance is refused.',
      changingResponse(
        (request) => toBalances(request) && request.method === 'OPTIONS',
        () => refusal(405),
      ),
    ],
    [
      'balance-used-frozen',
      'The used balance never grows.',
      changingResponse(toBalances, (response, _, memory) => {
        const body = toObject(response.body);
        memory.used ??= body.used_balance;
        return body.used_balance === undefined
          ? response
          : withJson(response, { ...body, used_balance: Number(memory.used) });
      }),
    ],
    [
      'balance-key-of-account',
      'The balance of a key is that of its account.',
      {
        request: (request) =>
          to('/v1/balance')(request) ? { ...request, url: '/v1/user/balance' } : request,
      },
    ],
    [
      'balance-key',
      'The balance of a key is not found.',
      changingResponse(to('/v1/balance'), () => refusal(404)),
    ],
    [
      'dashboard-missing',
      'The dashboard is not found.',
      changingResponse(to('/v1/dashboard/'), () => refusal(404)),
    ],
    [
      'moderation-refused',
      'nsfw_check is refused.',
      changingResponse(
        (request) => toImages(request) && request.body?.nsfw_check !== undefined,
        () => refusal(400),
      ),
      'CHOICE',
    ],
    [
      'idempotency-none',
      'An idempotency key has no effect.',
      {
        request: (request) => ({
          ...request,
          headers: without(request.headers, 'idempotency-key') as Record<string, string>,
        }),
      } satisfies Tampering,
      'CHOICE',
    ],
    [
      'idempotency-conflict',
      'Another body with the same idempotency key is accepted.',
      changingResponse(toSubmits, (response) =>
        response.status === 409
          ? withJson(
              { ...response, status: 200 },
              { code: 200, data: [{ status: 'submitted', task_id: 'task_x' }] },
            )
          : response,
      ),
      'CHOICE',
    ],
    [
      'request-id-none',
      'A response has no request id.',
      changingResponse(anywhere, (response) => ({
        ...response,
        headers: without(response.headers, 'x-request-id') as Record<string, string>,
      })),
      'CHOICE',
    ],
    [
      'retry-after-none',
      'A 429 has no Retry-After.',
      changingResponse(anywhere, (response) => ({
        ...response,
        headers: without(response.headers, 'retry-after', 'retry-after-ms') as Record<string, string>,
      })),
      'CHOICE',
    ],
  ],
);
