import { type JsonObject, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedRequest, type Tampering } from './tampering.ts';
import {
  both,
  type Condition,
  changingAnswer,
  changingResponse,
  refusal,
  to,
  toChat,
  toResponses,
  toTasks,
  usingKey,
  withJson,
} from './tampers.ts';

const toAlias = to('/user/balance');
const toPricing = to('/api/pricing/model');

const isStreamedResponse: Condition = (request) => toResponses(request) && request.body?.stream === true;

const bareKey = (concerns: Condition): Tampering =>
  usingKey((request) => concerns(request) && request.headers.authorization === 'sk-mock', 'sk-mock');

const isUnauthorised = ({ headers }: TamperedRequest): boolean =>
  headers.authorization?.startsWith('Bearer sk-mock') !== true;

const tooEarly = (concerns: Condition, status: number): Tampering =>
  changingResponse(both(concerns, isUnauthorised), (response) =>
    response.status === 401 ? refusal(status) : response,
  );

const inCents = (amount: unknown): number => Math.round(Number(amount) * 100) / 100;

/** Faults of keys and balances. */
export const keyAndBalanceMutants = defineMutants(
  ['auth', 'balance', 'errors'],
  [
    ['auth-bare-key-chat', 'A chat accepts a key without a scheme.', bareKey(toChat)],
    ['auth-bare-key-task', 'A task is readable with a key without a scheme.', bareKey(toTasks)],
    ['auth-bare-key-alias', 'The balance alias accepts a key without a scheme.', bareKey(toAlias)],
    [
      'auth-empty-chat',
      'A chat accepts an Authorization header without a key.',
      usingKey(
        (request) => toChat(request) && /^Bearer *$/.test(request.headers.authorization ?? ''),
        'sk-mock',
      ),
    ],
    [
      'auth-body-before-wrong-key',
      'A chat that is not JSON is refused before a wrong key.',
      tooEarly(
        ({ headers, body, ...request }) =>
          toChat({ headers, ...request }) && headers.authorization !== undefined && body === undefined,
        400,
      ),
    ],
    [
      'auth-price-before-key',
      'A price request for an unknown model is 404 before the key is checked.',
      tooEarly(
        both(toPricing, ({ url }) => url.includes('no-such')),
        404,
      ),
    ],
    [
      'auth-query-before-key',
      'A price request without a model is 400 before the key is checked.',
      tooEarly(
        both(toPricing, ({ url }) => !url.includes('model=')),
        400,
      ),
    ],
    [
      'balance-alias-cents',
      'The balance alias rounds to cents.',
      changingAnswer(toAlias, (body) => ({
        ...body,
        remain_balance: inCents(body.remain_balance),
        used_balance: inCents(body.used_balance),
      })),
    ],
    [
      'balance-alias-stale',
      'The balance alias keeps answering with its first balance.',
      {
        response(response, request, memory) {
          if (!toAlias(request) || response.status !== 200) return response;
          const name = `alias ${request.headers.authorization}`;
          memory[name] ??= response.body;
          return withJson(response, toObject(memory[name] as JsonObject));
        },
      },
    ],
    [
      'balance-alias-of-the-key',
      'At the balance alias, every key has a balance of its own.',
      changingAnswer(
        both(toAlias, ({ headers }) => headers.authorization === 'Bearer sk-mock-sibling'),
        (body) => ({ ...body, used_balance: 0, used_credits: 0 }),
      ),
    ],
    [
      'error-402-streamed-response',
      'Missing funds are a 200 with an event for a streamed response.',
      changingResponse(isStreamedResponse, (response) =>
        response.status === 402
          ? {
              status: 200,
              headers: { 'content-type': 'text/event-stream' },
              bytes: Buffer.from(`data: ${JSON.stringify(response.body)}\n\n`),
            }
          : response,
      ),
    ],
  ],
);
