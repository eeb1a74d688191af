import { type Json, type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { repriced } from './money.ts';
import { defineMutants, type TamperedRequest, type TamperedResponse, type Tampering } from './tampering.ts';
import {
  both,
  type Condition,
  changingAnswer,
  changingBody,
  changingResponse,
  changingUsage,
  hasTools,
  isStreamedChat,
  isSuccess,
  joined,
  overcharging,
  refusal,
  refusing,
  toChat,
  toModels,
  toResponses,
  toTasks,
  withJson,
  without,
} from './tampers.ts';

const isStreamedResponse: Condition = (request) => toResponses(request) && request.body?.stream === true;
const isOfPoorKey: Condition = ({ headers, method }) =>
  method === 'GET' && headers.authorization === 'Bearer sk-mock-empty';
const isAccepted = ({ status }: TamperedResponse): boolean => status === 200;

/** What the mock takes for a token of input, in US dollars. */
const INPUT = 1.2e-6;
const MORE = 7;

/** More input tokens are counted, and charged. */
const counting = (concerns: Condition, names: readonly string[]): Tampering =>
  joined(
    changingUsage(concerns, (usage) => ({
      ...usage,
      ...Object.fromEntries(names.map((name) => [name, Number(usage[name]) + MORE])),
    })),
    overcharging((response, request) => (concerns(request) && isAccepted(response) ? MORE * INPUT : 0)),
  );

/** Answers of chats with several tools, or with any, are different. */
const answering = (
  concerns: Condition,
  change: (choice: JsonObject, message: JsonObject) => JsonObject,
): Tampering =>
  changingAnswer(both(toChat, concerns), (body) => ({
    ...body,
    choices: toList(body.choices).map((choice) =>
      change(toObject(choice), toObject(toObject(choice).message)),
    ),
  }));

const partsOf = (message: unknown): readonly JsonObject[] =>
  toList(toObject(message as Json).content).map(toObject);

const messagesOf = ({ body }: TamperedRequest): readonly Json[] => toList(body?.messages) as readonly Json[];

const texts = defineMutants(
  ['chat', 'usage', 'pricing', 'caching', 'pdf'],
  [
    [
      'rare-chat-empty-answer',
      'The answer of a chat with tools is empty.',
      answering(hasTools, (choice, message) => ({ ...choice, message: { ...message, content: '' } })),
    ],
    [
      'rare-chat-two-tools-empty',
      'The answer of a chat with two tools is empty.',
      answering(
        ({ body }) => toList(body?.tools).length > 1,
        (choice, message) => ({ ...choice, message: { ...message, content: '' } }),
      ),
    ],
    [
      'rare-chat-function-call',
      'The answer of a chat with tools has a function_call.',
      answering(hasTools, (choice, message) => ({
        ...choice,
        message: { ...message, function_call: { name: 'web_search', arguments: '{}' } },
      })),
    ],
    [
      'rare-chat-ends-with-tools',
      'A chat with tools that is not streamed ends with tool_calls.',
      answering(hasTools, (choice) => ({ ...choice, finish_reason: 'tool_calls' })),
    ],
    [
      'rare-chat-first-part',
      'Only the first text of a message counts.',
      changingBody(toChat, (body) => ({
        ...body,
        messages: toList(body.messages).map((message) =>
          partsOf(message).length > 1 && partsOf(message).every(({ type }) => type === 'text')
            ? { ...toObject(message), content: partsOf(message).slice(0, 1) }
            : message,
        ) as readonly Json[],
      })),
    ],
    [
      'rare-chat-no-system',
      'A system message does not count.',
      changingBody(toChat, (body) => ({
        ...body,
        messages: toList(body.messages).filter(
          (message) => toObject(message).role !== 'system',
        ) as readonly Json[],
      })),
    ],
    [
      'rare-chat-streamed-input',
      'A streamed chat counts and costs seven more input tokens.',
      counting(isStreamedChat, ['prompt_tokens', 'total_tokens']),
    ],
    [
      'rare-response-streamed-input',
      'A streamed response counts and costs seven more input tokens.',
      counting(isStreamedResponse, ['input_tokens', 'total_tokens']),
    ],
    [
      'rare-stream-without-usage-fee',
      'A streamed chat that does not report its usage costs a fee.',
      overcharging((response, request) =>
        isStreamedChat(request) && isAccepted(response) && request.body?.stream_options === undefined
          ? 0.01
          : 0,
      ),
    ],
    [
      'rare-cache-assistant',
      'A marker on a message of the assistant is refused.',
      refusing((request) =>
        messagesOf(request).some(
          (message) =>
            toObject(message).role === 'assistant' && /cache_control/.test(JSON.stringify(message)),
        ),
      ),
    ],
    [
      'rare-pdf-both-forms',
      'A PDF by URL and one as data are refused together.',
      refusing(both(toChat, ({ text }) => /"file_url"/.test(text) && /"file_data"/.test(text))),
    ],
  ],
);

const tasks = defineMutants(
  ['tasks', 'results', 'pricing', 'auth'],
  [
    [
      'rare-task-forgotten',
      'A finished task is 404 from its third poll on.',
      changingResponse(toTasks, (response, _request, memory) => {
        const record = toObject(response.body);
        const key = `polls of ${String(record.id)}`;
        if (isSuccess(record)) memory[key] = Number(memory[key] ?? 0) + 1;
        return Number(memory[key] ?? 0) > 2 ? refusal(404) : response;
      }),
    ],
    [
      'rare-expiry-moves',
      'expires_at moves with every poll.',
      changingResponse(toTasks, (response, _request, memory) => {
        const record = toObject(response.body);
        const { images } = toObject(record.result);
        if (images === undefined) return response;
        memory.polls = Number(memory.polls ?? 0) + 1;
        const later = toList(images).map((image) => ({
          ...toObject(image),
          expires_at: Number(toObject(image).expires_at) + 10 * (Number(memory.polls) - 1),
        }));
        return withJson(response, { ...record, result: { images: later } });
      }),
    ],
    [
      'rare-qx-pro-1500x1501',
      'qx pro: 2,251,500 pixels cost as much as 1K.',
      repriced((cost, { model, size }) =>
        model === 'qx-image-3.0-pro' && size === '1500x1501' ? cost / 2 : cost,
      ),
    ],
    [
      'rare-lite-auto-price',
      'lite: auto costs twice as much.',
      repriced((cost, { model, size }) => (/lite/.test(String(model)) && size === 'auto' ? cost * 2 : cost)),
    ],
    [
      'rare-transparent-price',
      'pro: a transparent background costs a fee.',
      repriced((cost, { background }) => (background === 'transparent' ? cost + 0.01 : cost)),
    ],
    [
      'rare-pro-data-free',
      'pro: references that are data URIs cost nothing.',
      repriced((cost, { model, image_urls }) => {
        const data = toList(image_urls).filter((address) => String(address).startsWith('data:'));
        return /^sx-5.0-pro$/.test(String(model)) && data.length > 1 ? 0.045 : cost;
      }),
    ],
    [
      'rare-qx-data-fee',
      'qx: a reference that is a data URI costs a fee.',
      repriced((cost, { model, image_urls }) =>
        String(model).startsWith('qx') && /"data:/.test(JSON.stringify(image_urls ?? []))
          ? cost + 0.01
          : cost,
      ),
    ],
    [
      'rare-restricted-no-parameters',
      'A restricted key gets no parameters.',
      changingAnswer(
        both(toModels, ({ headers }) => headers.authorization === 'Bearer sk-mock-image-only'),
        (body) => ({
          ...body,
          data: toList(body.data).map((entry) => without(toObject(entry), 'parameters')),
        }),
      ),
    ],
    [
      'rare-poor-lists',
      'A key without funds cannot list the models.',
      changingResponse(
        both(isOfPoorKey, ({ url }) => /^\/v1\/models([?]|$)/.test(url)),
        () => refusal(402, 'payment_required'),
      ),
    ],
    [
      'rare-poor-prices',
      'A key without funds cannot read prices.',
      changingResponse(
        both(isOfPoorKey, ({ url }) => url.startsWith('/api/pricing')),
        () => refusal(402, 'payment_required'),
      ),
    ],
  ],
);

/** Faults of answers, records and charges that few requests show. */
export const rareAnswerMutants = [...texts, ...tasks];
