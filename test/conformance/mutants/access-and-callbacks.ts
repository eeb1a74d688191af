import { isObject, type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { parameters, properties } from './catalogue.ts';
import { defineMutants, type TamperedCallback, type TamperedRequest, type Tampering } from './tampering.ts';
import {
  accepting,
  both,
  type Condition,
  changingResponse,
  refusal,
  refusing,
  toSubmits,
  without,
} from './tampers.ts';

/** Changes the callbacks that match. */
const callbacks = (
  matches: (callback: TamperedCallback) => boolean,
  change: (callback: TamperedCallback) => readonly TamperedCallback[],
): Tampering => ({ callback: (callback) => (matches(callback) ? change(callback) : [callback]) });

const firstImage = ({ body }: TamperedCallback): JsonObject =>
  toObject(toList(toObject(body.result).images)[0]);

const withImage = (callback: TamperedCallback, image: JsonObject): TamperedCallback => ({
  ...callback,
  body: { ...callback.body, result: { ...toObject(callback.body.result), images: [image] } },
});

const inOtherWords = (callback: TamperedCallback): readonly TamperedCallback[] => [
  {
    ...callback,
    body: { ...callback.body, error: { ...toObject(callback.body.error), message: 'It failed.' } },
  },
];

const asksFor =
  (text: string): Condition =>
  ({ body }) =>
    toList(body?.image_urls).some((address) => String(address).includes(text));

const hasNoKey = ({ headers }: TamperedRequest): boolean => headers.authorization === undefined;

/** Faults of keys, contracts, submissions and their references. */
const accessFaults = defineMutants(
  ['auth', 'moderation', 'schemas', 'submission'],
  [
    [
      'auth-second-word',
      'A key may be followed by another word.',
      {
        request: (request) => ({
          ...request,
          headers: {
            ...request.headers,
            ...(request.headers.authorization && {
              authorization: request.headers.authorization.replace(/^(Bearer \S+) .*$/, '$1'),
            }),
          },
        }),
      },
    ],
    [
      'auth-after-body',
      'A body without a model is refused before the key is checked.',
      changingResponse(
        (request) => request.method === 'POST' && hasNoKey(request) && request.body?.model === undefined,
        (response) => (response.status === 401 ? refusal(400) : response),
      ),
    ],
    [
      'moderation-unasked',
      'Every prompt is moderated, although nobody asked for it.',
      refusing(both(toSubmits, ({ body }) => String(body?.prompt).includes('bomb'))),
    ],
    [
      'schema-no-such-date',
      'The version of a contract is a day that does not exist.',
      parameters((block) => ({ ...block, schema_version: '2026-02-30' })),
    ],
    [
      'schema-ratios-only',
      'The input schemas allow ratios as size, and no pixels.',
      properties('size', (size) => ({ ...size, pattern: '^([0-9]{1,2}[:x][0-9]{1,2}|auto|[0-9.]+[Kk])$' })),
    ],
    [
      'schema-seed-text',
      'The input schemas have a seed that is text.',
      properties('seed', (seed) => ({ ...seed, type: 'string' })),
    ],
    [
      'schema-short-prompt',
      'The input schemas allow prompts of 4000 characters.',
      properties('prompt', (prompt) => ({ ...prompt, maxLength: 4000 })),
    ],
    [
      'submit-charset',
      'A JSON body with a charset is refused.',
      refusing(
        both(toSubmits, ({ headers }) => /;/.test(headers['content-type'] ?? '')),
        415,
      ),
    ],
    [
      'submit-prompt-object',
      'A prompt that is an object is a server error.',
      changingResponse(
        both(toSubmits, ({ body }) => isObject(body?.prompt)),
        () => refusal(500, 'server_error'),
      ),
    ],
    [
      'reference-length-trusted',
      'A reference without a content-length may have any size.',
      accepting(both(toSubmits, both(asksFor('chunked=1'), asksFor('bytes=')))),
    ],
    [
      'reference-type-trusted',
      'The format of a reference is the media type that its server names.',
      accepting(both(toSubmits, asksFor('type=image/png'))),
    ],
    [
      'reference-status-ignored',
      'The file of a reference is used even if its server responds with an error.',
      accepting(both(toSubmits, asksFor('status='))),
    ],
  ],
);

/** Faults of callbacks that concern some tasks only. */
const callbackFaults = defineMutants(
  ['callbacks'],
  [
    [
      'callback-layers-silent',
      'No callback is sent for a layer decomposition.',
      callbacks(
        (callback) => firstImage(callback).layers !== undefined,
        () => [],
      ),
    ],
    [
      'callback-no-layers',
      'The callback of a layer decomposition has no layers.',
      callbacks(
        (callback) => firstImage(callback).layers !== undefined,
        (callback) => [withImage(callback, without(firstImage(callback), 'layers'))],
      ),
    ],
    [
      'callback-group-first',
      'The callback of a group has its first image only.',
      callbacks(
        (callback) => toList(firstImage(callback).url).length > 1,
        (callback) => [
          withImage(callback, { ...firstImage(callback), url: toList(firstImage(callback).url).slice(0, 1) }),
        ],
      ),
    ],
    [
      'callback-clip-final',
      'The callback of a clip is not retried.',
      callbacks(
        ({ body, attempt }) => attempt > 1 && toObject(body.result).videos !== undefined,
        () => [],
      ),
    ],
    [
      'callback-failure-final',
      'The callback of a failed task is not retried.',
      callbacks(
        ({ body, attempt }) => attempt > 1 && body.status === 'failed',
        () => [],
      ),
    ],
    [
      'callback-failure-one-retry',
      'There is one retry for a failed task.',
      callbacks(
        ({ body, attempt }) => attempt > 2 && body.status === 'failed',
        () => [],
      ),
    ],
    [
      'callback-late-untranslated',
      'The last attempt of a failure has the text in another language.',
      callbacks(({ body, attempt }) => attempt > 3 && body.status === 'failed', inOtherWords),
    ],
    [
      'callback-retry-untranslated',
      'The retry of a failure has the text in another language.',
      callbacks(({ body, attempt }) => attempt > 1 && body.status === 'failed', inOtherWords),
    ],
  ],
);

/** Faults that earlier suites missed: of keys, contracts, submissions, references and callbacks. */
export const accessAndCallbackMutants = [...accessFaults, ...callbackFaults];
