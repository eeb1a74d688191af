import { toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type Tampering } from './tampering.ts';
import {
  both,
  type Condition,
  changingBody,
  changingEvents,
  changingUsage,
  hasTools,
  isStreamedChat,
  overcharging,
  refusing,
  toChat,
  without,
} from './tampers.ts';

const contains =
  (text: string): Condition =>
  (request) =>
    request.text.includes(text);
const isDefault: Condition = ({ body }) => body?.stream === undefined;
const hasRole =
  (role: string): Condition =>
  ({ body }) =>
    toList(body?.messages).some((message) => toObject(message).role === role);

/** Without the field stream, requests that match are not streamed. */
const notStreamedByDefault = (concerns: Condition): Tampering =>
  changingBody(both(toChat, isDefault, concerns), (body) => ({ ...body, stream: false }));

/** Streams of requests that match have no reasoning. */
const withoutReasoning = (concerns: Condition): Tampering =>
  changingEvents(both(toChat, concerns), (event) =>
    JSON.stringify(event).includes('reasoning_content') ? undefined : event,
  );

/** Faults of chats that show in a combination of parameters only. */
export const chatCombinationMutants = defineMutants(
  ['streaming', 'chat', 'pdf', 'caching'],
  [
    [
      'chat-default-system',
      'A chat with a system message is not streamed by default.',
      notStreamedByDefault(hasRole('system')),
    ],
    [
      'chat-default-cache',
      'A chat with a cache marker is not streamed by default.',
      notStreamedByDefault(contains('cache_control')),
    ],
    [
      'chat-default-options',
      'A chat with stream_options is not streamed by default.',
      notStreamedByDefault(contains('stream_options')),
    ],
    [
      'chat-thoughtless-system',
      'A chat with a system message has no reasoning.',
      withoutReasoning(hasRole('system')),
    ],
    [
      'chat-thoughtless-turns',
      'A chat of several turns has no reasoning.',
      withoutReasoning(hasRole('assistant')),
    ],
    [
      'chat-thoughtless-cache',
      'A chat with a cache marker has no reasoning.',
      withoutReasoning(contains('cache_control')),
    ],
    ['chat-thoughtless-pdf', 'A chat with a PDF has no reasoning.', withoutReasoning(contains('"file"'))],
    [
      'chat-thoughtless-true',
      'With stream: true, enable_thinking: false turns thinking off.',
      withoutReasoning(({ body }) => body?.enable_thinking === false && body.stream === true),
    ],
    [
      'chat-thoughtless-effort',
      'reasoning_effort: none turns thinking off.',
      withoutReasoning(({ body }) => body?.reasoning_effort === 'none'),
    ],
    [
      'chat-tools-null',
      'tools: null is refused.',
      refusing((request) => toChat(request) && request.body?.tools === null),
    ],
    [
      'chat-tools-parameters',
      'A function whose parameters are no JSON Schema is refused.',
      refusing(both(toChat, contains('"type":"boat"'))),
    ],
    [
      'chat-tools-pdf',
      'A chat with tools and a PDF is refused.',
      refusing(both(toChat, hasTools, contains('"file"'))),
    ],
    [
      'chat-tools-counted',
      'The tools of a chat are counted as input tokens.',
      changingUsage(both(toChat, hasTools), (usage) => ({
        ...usage,
        prompt_tokens: Number(usage.prompt_tokens) + 30,
        total_tokens: Number(usage.total_tokens) + 30,
      })),
    ],
    [
      'chat-tools-finish',
      'A stream with tools ends with tool_calls.',
      changingEvents(both(toChat, hasTools), (event) => ({
        ...event,
        choices: toList(event.choices).map((choice) => ({
          ...toObject(choice),
          finish_reason: toObject(choice).finish_reason === null ? null : 'tool_calls',
        })),
      })),
    ],
    [
      'chat-other-model-streamed',
      'A streamed chat with an image model is answered by a text model.',
      changingBody(isStreamedChat, (body) => ({ ...body, model: 'qx3.8-max' })),
    ],
    [
      'pdf-letters',
      'A PDF whose name has letters outside of ASCII is refused.',
      refusing(both(toChat, contains('.pdf"'), ({ text }) => /[^\0-\x7F]\w*[^"]*\.pdf"/.test(text))),
    ],
    [
      'pdf-url-streamed',
      'A PDF by URL is refused where stream is omitted.',
      refusing(both(toChat, isDefault, contains('"file_url"'), ({ text }) => !text.includes('fileid:'))),
    ],
    [
      'pdf-url-fee',
      'A PDF by URL costs a fee.',
      overcharging(({ status }, request) =>
        toChat(request) && status === 200 && request.text.includes('"file_url"') ? 0.005 : 0,
      ),
    ],
    [
      'pdf-fileid-streamed',
      'fileid:// is refused in a stream.',
      refusing(both(isStreamedChat, contains('fileid:'))),
    ],
    [
      'cache-pdf-unmarked',
      'A cache marker on a PDF is ignored.',
      changingBody(both(toChat, contains('"file"')), (body) => ({
        ...body,
        messages: toList(body.messages).map((message) => {
          const { content } = toObject(message);
          return Array.isArray(content)
            ? {
                ...toObject(message),
                content: toList(content).map((part) => without(toObject(part), 'cache_control')),
              }
            : message;
        }),
      })),
    ],
  ],
);
