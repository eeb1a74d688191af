import {
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  toList,
  toObject,
} from '../../../src/conformance/suite/json.ts';
import { defineMutants, type Tampering } from './tampering.ts';
import {
  both,
  buffering,
  changingAnswer,
  changingBody,
  changingEvents,
  toChat,
  toResponses,
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
    ['responses-stream-buffered', 'A stream begins when the response is complete.', buffering(toResponses)],
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

/** Faults that earlier suites missed: of chats and responses. */
export const textMutants = [...chatFaults, ...responseFaults];
