import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants } from './tampering.ts';
import {
  both,
  buffering,
  changingAnswer,
  changingBody,
  changingEvents,
  changingResponse,
  changingStream,
  changingUsage,
  hidingUnits,
  joined,
  overcharging,
  refusing,
  toChat,
  without,
} from './tampers.ts';

const parts = (body: JsonObject | undefined): readonly JsonObject[] =>
  toList(body?.messages).flatMap((message) => toList(toObject(message).content).map(toObject));

/** The text of a PDF that is sent as data. */
const readPdf = (file: unknown): string =>
  Buffer.from(String(toObject(file).file_data).split(',')[1] ?? '', 'base64').toString('latin1');

/** Faults of chat completions: section 4.5. */
export const chatMutants = defineMutants(
  ['chat', 'streaming', 'usage', 'pdf', 'pricing'],
  [
    [
      'chat-default',
      'Without stream the answer is not streamed.',
      changingBody(toChat, (body) => ({ stream: false, ...body })),
    ],
    [
      'chat-always-streams',
      'stream: false streams.',
      changingBody(toChat, (body) => ({ ...body, stream: true })),
    ],
    [
      'chat-no-done',
      'A stream has no [DONE].',
      changingStream(toChat, (text) => text.replace('data: [DONE]\n\n', '')),
    ],
    ['chat-stream-buffered', 'A stream begins when the answer is complete.', buffering(toChat)],
    [
      'chat-thinking-free',
      'Thinking is not charged, and prices have no unit.',
      joined(
        hidingUnits,
        overcharging(({ body }, request) => {
          const details = toObject(toObject(toObject(body).usage).completion_tokens_details);
          return toChat(request) ? Number(details.reasoning_tokens ?? 0) * -6e-6 : 0;
        }),
      ),
    ],
    [
      'chat-thinking-twice-unlisted',
      'Thinking is charged twice, and prices have no unit.',
      joined(
        hidingUnits,
        overcharging(({ body }, request) => {
          const details = toObject(toObject(toObject(body).usage).completion_tokens_details);
          return toChat(request) ? Number(details.reasoning_tokens ?? 0) * 6e-6 : 0;
        }),
      ),
    ],
    [
      'chat-stream-fee-unlisted',
      'A stream costs a fee, and prices have no unit.',
      joined(
        hidingUnits,
        overcharging(({ status }, request) =>
          toChat(request) && status === 200 && request.body?.stream !== false ? 0.01 : 0,
        ),
      ),
    ],
    [
      'chat-fee-unlisted',
      'Every chat costs a fee, and prices have no unit.',
      joined(
        hidingUnits,
        overcharging(({ status }, request) => (toChat(request) && status === 200 ? 0.01 : 0)),
      ),
    ],
    [
      'chat-tools-fee-unlisted',
      'A chat with tools costs a fee, and prices have no unit.',
      joined(
        hidingUnits,
        overcharging(({ status }, request) =>
          toChat(request) && status === 200 && toList(request.body?.tools).length > 0 ? 0.01 : 0,
        ),
      ),
    ],
    [
      'chat-output-twice-unlisted',
      'Output costs twice the price in the list, and prices have no unit.',
      joined(
        hidingUnits,
        overcharging(({ body }, request) =>
          toChat(request) ? Number(toObject(toObject(body).usage).completion_tokens ?? 0) * 6e-6 : 0,
        ),
      ),
    ],
    [
      'chat-short-input',
      'A chat of 300,000 tokens is too long.',
      refusing((request) => toChat(request) && request.text.length > 500_000),
    ],
    [
      'pdf-fee-unlisted',
      'A PDF costs a fee for parsing, and prices have no unit.',
      joined(
        hidingUnits,
        overcharging(({ status }, request) =>
          toChat(request) && status === 200 && request.text.includes('application/pdf') ? 0.01 : 0,
        ),
      ),
    ],
    [
      'chat-json-type',
      'A stream is announced as JSON.',
      changingResponse(toChat, (response) =>
        response.headers['content-type']?.startsWith('text/event-stream')
          ? { ...response, headers: { ...response.headers, 'content-type': 'application/json' } }
          : response,
      ),
    ],
    [
      'chat-tools-refused',
      'Tools are refused.',
      refusing((request) => toChat(request) && request.body?.tools !== undefined),
    ],
    [
      'chat-tools-charged',
      'Tools are charged.',
      overcharging(({ status }, request) =>
        toChat(request) && status === 200 && toList(request.body?.tools).length > 0 ? 0.01 : 0,
      ),
    ],
    [
      'chat-stream-null',
      'stream: null is not streamed.',
      changingBody(toChat, (body) => (body.stream === null ? { ...body, stream: false } : body)),
      'CHOICE',
    ],
    [
      'chat-empty-messages',
      'An empty list of messages is accepted.',
      changingBody(toChat, (body) =>
        Array.isArray(body.messages) && body.messages.length === 0
          ? { ...body, messages: [{ role: 'user', content: 'x' }] }
          : body,
      ),
      'CHOICE',
    ],
    [
      'chat-no-reasoning',
      'A stream has no reasoning.',
      changingEvents(toChat, (event) =>
        JSON.stringify(event).includes('reasoning_content') ? undefined : event,
      ),
    ],
    [
      'chat-tools-no-reasoning',
      'A stream has no reasoning when there are tools.',
      changingEvents(
        both(toChat, ({ body }) => body?.tools !== undefined),
        (event) => (JSON.stringify(event).includes('reasoning_content') ? undefined : event),
      ),
    ],
    [
      'chat-tools-shape',
      'Tools that are not a list are rejected.',
      refusing((request) => toChat(request) && typeof request.body?.tools === 'string'),
    ],
    [
      'chat-reasoning-name',
      'Reasoning is streamed as delta.reasoning.',
      changingStream(toChat, (text) => text.replaceAll('"reasoning_content"', '"reasoning"')),
    ],
    [
      'chat-thinking-off',
      'enable_thinking: false turns thinking off in a stream.',
      changingResponse(toChat, (response, { body }) =>
        body?.enable_thinking === false
          ? {
              ...response,
              bytes: Buffer.from(
                Buffer.from(response.bytes).toString().replaceAll('"reasoning_content"', '"ignored"'),
              ),
            }
          : response,
      ),
    ],
    [
      'chat-content-missing',
      'A stream has no content.',
      changingStream(toChat, (text) => text.replaceAll('"content"', '"text"')),
    ],
    [
      'chat-model',
      'Any model is answered.',
      changingBody(toChat, (body) => ({ ...body, model: 'qx3.8-max' })),
    ],
    [
      'chat-no-messages',
      'Messages are not required.',
      changingBody(toChat, (body) => ({ messages: [{ role: 'user', content: 'x' }], ...body })),
    ],
    ['chat-no-usage', 'An answer has no usage.', changingAnswer(toChat, (body) => without(body, 'usage'))],
    [
      'chat-max-tokens',
      'max_tokens is ignored.',
      changingBody(toChat, (body) =>
        body.max_tokens === undefined ? body : { ...body, max_tokens: Number(body.max_tokens) + 40 },
      ),
      'CHOICE',
    ],
    [
      'chat-pdf-refused',
      'A PDF is refused.',
      refusing((request) => toChat(request) && parts(request.body).some(({ type }) => type === 'file')),
    ],
    [
      'chat-pdf-free',
      'A PDF counts no tokens.',
      changingBody(toChat, (body) => ({
        ...body,
        messages: toList(body.messages).map((message) => {
          const { content } = toObject(message);
          return Array.isArray(content)
            ? {
                ...toObject(message),
                content: toList(content).filter((part) => toObject(part).type !== 'file'),
              }
            : message;
        }),
      })),
    ],
    [
      'chat-pdf-page',
      'A page counts one token more.',
      changingUsage(
        (request) => toChat(request) && parts(request.body).some(({ type }) => type === 'file'),
        (one) => ({
          ...one,
          prompt_tokens: Number(one.prompt_tokens) + 40,
          total_tokens: Number(one.total_tokens) + 40,
        }),
      ),
    ],
    [
      'chat-pdf-many-pages',
      'A PDF counts at most ten pages.',
      changingUsage(
        (request) =>
          toChat(request) && parts(request.body).some(({ file }) => readPdf(file).includes('/Count 13')),
        (one) => ({
          ...one,
          prompt_tokens: Number(one.prompt_tokens) - 3 * 2082,
          total_tokens: Number(one.total_tokens) - 3 * 2082,
        }),
      ),
    ],
    [
      'chat-fileid',
      'fileid:// is refused.',
      refusing((request) => toChat(request) && request.text.includes('fileid://')),
    ],
    [
      'chat-any-name',
      'A chat with a model that does not exist is answered by the one there is.',
      changingBody(toChat, (body) =>
        /^(no-such|qx3\.9)/.test(String(body.model)) ? { ...body, model: 'qx3.8-max' } : body,
      ),
    ],
  ],
);
