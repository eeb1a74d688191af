import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  toList,
  toObject,
} from '../../../src/conformance/suite/json.ts';
import { parameters, properties } from './catalogue.ts';
import { defineMutants, type TamperedCallback, type TamperedRequest, type Tampering } from './tampering.ts';
import {
  accepting,
  both,
  type Condition,
  changingAnswer,
  changingBody,
  changingEvents,
  changingResponse,
  refusal,
  refusing,
  toChat,
  toResponses,
  toSubmits,
  without,
} from './tampers.ts';

type Change = (value: JsonObject) => JsonObject;

/** Changes every object of a list. */
const each = (list: Json | undefined, change: Change): readonly JsonObject[] =>
  toList(list).map(toObject).map(change);

/** Changes the parts of every message that has parts; `at` counts the messages. */
const parts = (
  change: (found: readonly Json[], message: JsonObject, at: readonly [number, number]) => readonly Json[],
  member: 'messages' | 'input' = 'messages',
): Change => {
  return (body) => {
    const messages = toList(body[member]).map(toObject);
    if (messages.length === 0) return body;
    const changed = messages.map((message, index) =>
      Array.isArray(message.content)
        ? { ...message, content: change(toList(message.content), message, [index, messages.length]) }
        : message,
    );
    return { ...body, [member]: changed };
  };
};

const isFile = (part: Json): boolean => toObject(part).type === 'file';
const unmarked = (part: Json): Json => (isObject(part) ? without(part, 'cache_control') : part);
const isLast = ([index, count]: readonly [number, number]): boolean => index === count - 1;

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

/** Leaves an item out of the output of a response, and the events about it out of a stream. */
const withoutItem = (type: string, event: JsonObject): JsonObject | undefined => {
  if (String(event.type).includes(type) || toObject(event.item).type === type) return undefined;
  return isObject(event.response) ? { ...event, response: withoutOutput(type, event.response) } : event;
};

const withoutOutput = (type: string, body: JsonObject): JsonObject => ({
  ...body,
  output: toList(body.output).filter((item) => toObject(item).type !== type),
});

/** Changes the responses within the events of a stream. */
const results = (change: Change): Tampering =>
  changingEvents(toResponses, (event) =>
    isObject(event.response) ? { ...event, response: change(event.response) } : event,
  );

const ascii = (value: JsonObject): JsonObject =>
  toObject(parseJson(JSON.stringify(value).replaceAll(/[^\0-\x7F]/gu, '?')));

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
      'callback-retry-untranslated',
      'The retry of a failure has the text in another language.',
      callbacks(
        ({ body, attempt }) => attempt > 1 && body.status === 'failed',
        (callback) => [
          {
            ...callback,
            body: { ...callback.body, error: { ...toObject(callback.body.error), message: 'It failed.' } },
          },
        ],
      ),
    ],
  ],
);

/** Faults of chats. */
const chatFaults = defineMutants(
  ['caching', 'pdf', 'chat', 'streaming'],
  [
    [
      'cache-system-unmarked',
      'Marks in system messages are ignored.',
      changingBody(
        toChat,
        parts((found, { role }) => (role === 'system' ? found.map(unmarked) : found)),
      ),
    ],
    [
      'cache-first-message',
      'Marks are read in the first message only.',
      changingBody(
        toChat,
        parts((found, _message, [index]) => (index > 0 ? found.map(unmarked) : found)),
      ),
    ],
    [
      'cache-first-part',
      'Marks are read in the first part of a message only.',
      changingBody(
        toChat,
        parts((found) => found.map((part, index) => (index > 0 ? unmarked(part) : part))),
      ),
    ],
    [
      'pdf-first-only',
      'Only the first PDF of a message is read.',
      changingBody(
        toChat,
        parts((found) => found.filter((part, index) => !isFile(part) || found.findIndex(isFile) === index)),
      ),
    ],
    [
      'pdf-of-the-last-message',
      'A PDF in an earlier message is dropped.',
      changingBody(
        toChat,
        parts((found, _message, at) => (isLast(at) ? found : found.filter((part) => !isFile(part)))),
      ),
    ],
    [
      'pdf-not-streamed',
      'A PDF is dropped when the chat is streamed.',
      changingBody(
        both(toChat, ({ body }) => body?.stream !== false),
        parts((found) => found.filter((part) => !isFile(part))),
      ),
    ],
    [
      'chat-ascii-prompt',
      'Letters of a prompt outside of ASCII become question marks.',
      changingBody(toChat, ascii),
    ],
    [
      'chat-ascii-answer',
      'Letters of an answer outside of ASCII become question marks, unless it is streamed.',
      changingAnswer(toChat, ascii),
    ],
    [
      'chat-no-usage-without-thinking',
      'A chat with enable_thinking: false has no usage.',
      changingAnswer(
        both(toChat, ({ body }) => body?.enable_thinking === false),
        (body) => without(body, 'usage'),
      ),
    ],
  ],
);

/** Faults of responses. */
const responseFaults = defineMutants(
  ['streaming', 'tools', 'responses'],
  [
    [
      'responses-stream-no-reasoning',
      'A streamed response has no reasoning.',
      changingEvents(toResponses, (event) => withoutItem('reasoning', event)),
    ],
    [
      'responses-final-no-reasoning',
      'The last event of a streamed response has no reasoning item.',
      results((response) => withoutOutput('reasoning', response)),
    ],
    [
      'responses-final-no-search',
      'The last event of a streamed response has no web_search_call.',
      results((response) => withoutOutput('web_search_call', response)),
    ],
    [
      'responses-final-no-text',
      'The last event of a streamed response has an empty text.',
      results((response) => ({
        ...response,
        output: each(response.output, (item) =>
          item.type === 'message'
            ? { ...item, content: each(item.content, (part) => ({ ...part, text: '' })) }
            : item,
        ),
      })),
    ],
    [
      'responses-cut-no-usage',
      'A streamed response that is cut has no usage.',
      results((response) => (response.status === 'incomplete' ? without(response, 'usage') : response)),
    ],
    [
      'responses-tools-no-reasoning',
      'A response with tools has no reasoning item.',
      changingAnswer(
        both(toResponses, ({ body }) => toList(body?.tools).length > 0),
        (body) => withoutOutput('reasoning', body),
      ),
    ],
    [
      'responses-4096',
      'An answer is cut at 4096 tokens.',
      changingBody(toResponses, (body) =>
        Number(body.max_output_tokens) > 4096 ? { ...body, max_output_tokens: 4096 } : body,
      ),
    ],
    [
      'responses-last-image',
      'Only an image of the last message counts.',
      changingBody(
        toResponses,
        parts(
          (found, _message, at) =>
            isLast(at) ? found : found.filter((part) => toObject(part).type !== 'input_image'),
          'input',
        ),
      ),
    ],
  ],
);

/** Faults that earlier suites missed: of keys, contracts, references, callbacks and texts. */
export const accessAndTextMutants = [...accessFaults, ...callbackFaults, ...chatFaults, ...responseFaults];
