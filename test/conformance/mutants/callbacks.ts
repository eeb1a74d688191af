import { toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedCallback, type Tampering } from './tampering.ts';
import { changingResponse, isSuccess, refusal, toSubmits, without } from './tampers.ts';

const each = (change: (callback: TamperedCallback) => TamperedCallback): Tampering => ({
  callback: (callback) => [change(callback)],
});

const early = (task: string): TamperedCallback => ({
  method: 'POST',
  path: '/callback',
  headers: {},
  attempt: 1,
  body: { id: task, status: 'processing', progress: 10, cost: 0 },
});

/** Faults of callbacks: section 6. */
export const callbackMutants = defineMutants(
  ['callbacks'],
  [
    [
      'callback-path',
      'Callbacks go to the registered address itself.',
      each((callback) => ({ ...callback, path: '' })),
    ],
    [
      'callback-webhook-path',
      'Callbacks go to /webhook.',
      each((callback) => ({ ...callback, path: callback.path.replace('/callback', '/webhook') })),
    ],
    ['callback-put', 'Callbacks are sent by PUT.', each((callback) => ({ ...callback, method: 'PUT' }))],
    ['callback-early', 'A callback is sent before the task ends.', { onAccepted: early }],
    ['callback-none', 'No callback is sent.', { callback: () => [] }],
    [
      'callback-failure-silent',
      'No callback is sent for a failed task.',
      { callback: (callback) => (callback.body.status === 'failed' ? [] : [callback]) },
    ],
    [
      'callback-success-silent',
      'No callback is sent for a success.',
      { callback: (callback) => (isSuccess(callback.body) ? [] : [callback]) },
    ],
    ['callback-twice', 'Every callback is sent twice.', { callback: (callback) => [callback, callback] }],
    [
      'callback-no-result',
      'A callback has no result.',
      each((callback) => ({ ...callback, body: without(callback.body, 'result') })),
    ],
    [
      'callback-wrapped',
      'The record of a callback is in a member named task.',
      each((callback) => ({ ...callback, body: { task: callback.body } })),
    ],
    [
      'callback-cost',
      'A callback has another cost.',
      each((callback) => ({ ...callback, body: { ...callback.body, cost: 0 } })),
    ],
    [
      'callback-id',
      'A callback has another id.',
      each((callback) => ({ ...callback, body: { ...callback.body, id: `event-${callback.attempt}` } })),
    ],
    [
      'callback-progress',
      'A callback says 99 percent.',
      each((callback) => ({ ...callback, body: { ...callback.body, progress: 99 } })),
    ],
    [
      'callback-4xx-retried',
      'A refusal with 4xx is retried.',
      { callbackStatus: (status) => (status >= 400 && status < 500 ? 500 : status) },
    ],
    [
      'callback-late-4xx-retried',
      'A refusal with 4xx of the second retry is retried.',
      {
        callbackStatus: (status, attempt) => (attempt > 2 && status >= 400 && status < 500 ? 500 : status),
      },
    ],
    [
      'callback-late-success-retried',
      'After a second retry that was accepted comes a third.',
      { callbackStatus: (status, attempt) => (attempt === 3 && status < 300 ? 500 : status) },
    ],
    [
      'callback-5xx-final',
      'A 5xx is not retried.',
      { callbackStatus: (status) => (status >= 500 ? 200 : status) },
    ],
    [
      'callback-2xx-retried',
      'An answer 202 or 204 is retried.',
      { callbackStatus: (status) => (status > 200 && status < 300 ? 500 : status) },
    ],
    [
      'callback-retry-after-success',
      'A callback that was accepted is sent again.',
      { callbackStatus: (status) => (status === 200 ? 500 : status) },
    ],
    [
      'callback-two-retries',
      'There are two retries.',
      { callback: (callback) => (callback.attempt > 3 ? [] : [callback]) },
    ],
    [
      'callback-four-retries',
      'There are four retries.',
      { callback: (callback) => (callback.attempt === 4 ? [callback, callback] : [callback]) },
    ],
    [
      'callback-no-wait',
      'The first retry follows at once.',
      { callback: (callback) => (callback.attempt === 1 ? [callback, callback] : [callback]) },
    ],
    [
      'callback-422-retried',
      'An answer 422 is retried.',
      { callbackStatus: (status) => (status === 422 ? 500 : status) },
    ],
    [
      'callback-501-final',
      'An answer 501 is final.',
      { callbackStatus: (status) => (status === 501 ? 404 : status) },
    ],
    [
      'callback-text-type',
      'A callback is announced as text.',
      each((callback) => ({
        ...callback,
        headers: { ...callback.headers, 'content-type': 'text/plain' },
      })),
    ],
    [
      'callback-signature',
      'Callbacks carry a stale signature.',
      each((callback) => ({
        ...callback,
        headers: { ...callback.headers, 'webhook-timestamp': '1600000000' },
      })),
      'CHOICE',
    ],
    [
      'callback-unsigned',
      'Callbacks are not signed.',
      each((callback) => ({ ...callback, headers: {} })),
      'CHOICE',
    ],
    [
      'callback-bad-address',
      'A webhook that is not a URL fails the submission.',
      changingResponse(toSubmits, (response, { body }) =>
        typeof body?.webhook === 'string' && !URL.canParse(body.webhook) ? refusal(400) : response,
      ),
    ],
    [
      'callback-clip-one-retry',
      'There is one retry for a clip.',
      {
        callback: (callback) =>
          callback.attempt > 2 && toObject(callback.body.result).videos !== undefined ? [] : [callback],
      },
    ],
  ],
);
