import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedRequest, type TamperedResponse, type Tampering } from './tampering.ts';
import {
  both,
  type Condition,
  changingAnswer,
  changingBody,
  changingEvents,
  changingResponse,
  changingUsage,
  hidingUnits,
  joined,
  overcharging,
  refusal,
  refusing,
  to,
  toChat,
  toResponses,
  toTasks,
  usingKey,
  withJson,
  without,
} from './tampers.ts';

const toAlias = to('/user/balance');
const toPricing = to('/api/pricing/model');

const contains =
  (text: string): Condition =>
  (request) =>
    request.text.includes(text);
const isDefault: Condition = ({ body }) => body?.stream === undefined;
const isStreamedChat: Condition = (request) => toChat(request) && request.body?.stream !== false;
const isStreamedResponse: Condition = (request) => toResponses(request) && request.body?.stream === true;
const hasTools: Condition = ({ body }) => toList(body?.tools).length > 0;
const hasRole =
  (role: string): Condition =>
  ({ body }) =>
    toList(body?.messages).some((message) => toObject(message).role === role);
const toolNames = (body: JsonObject | undefined): readonly string[] =>
  toList(body?.tools).map((tool) => String(toObject(tool).type));

/** Without the field stream, requests that match are not streamed. */
const wholeByDefault = (concerns: Condition): Tampering =>
  changingBody(both(toChat, isDefault, concerns), (body) => ({ ...body, stream: false }));

/** Streams of requests that match have no reasoning. */
const thoughtless = (concerns: Condition): Tampering =>
  changingEvents(both(toChat, concerns), (event) =>
    JSON.stringify(event).includes('reasoning_content') ? undefined : event,
  );

const cacheOf = (usage: JsonObject): JsonObject => toObject(usage.prompt_tokens_details);
const cachedOf = (usage: JsonObject): number => Number(cacheOf(usage).cached_tokens ?? 0);

const caches = (
  concerns: Condition,
  change: (cache: JsonObject, usage: JsonObject) => JsonObject,
): Tampering =>
  changingUsage(concerns, (usage) => ({
    ...usage,
    prompt_tokens_details: change(cacheOf(usage), usage),
  }));

/** The usage of an answer, or the last one of a stream. */
function usageOf({ body, bytes }: TamperedResponse): JsonObject {
  if (body !== undefined) return toObject(toObject(body).usage);
  const events = Buffer.from(bytes)
    .toString()
    .matchAll(/^data: (\{.*\})$/gm);
  return [...events]
    .map(([, data = '']) => toObject(JSON.parse(data)))
    .map((event) => toObject(event.usage ?? toObject(event.response).usage))
    .reduce((last, usage) => (Object.keys(usage).length > 0 ? usage : last), {});
}

/** What a hit of the implicit cache saves, and what the creation of an explicit one costs in addition, in US dollars a token. */
const SAVED = 1.05e-6;
const CREATED = 0.3e-6;

const fullPrice = (concerns: Condition): Tampering =>
  overcharging((response, request) => (concerns(request) ? cachedOf(usageOf(response)) * SAVED : 0));

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
const accessFaults = defineMutants(
  ['auth', 'balance', 'errors'],
  [
    ['auth-bare-key-chat', 'A chat accepts a key without a scheme.', bareKey(toChat)],
    ['auth-bare-key-task', 'A task is readable with a key without a scheme.', bareKey(toTasks)],
    ['auth-bare-key-alias', 'The alias accepts a key without a scheme.', bareKey(toAlias)],
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
      'The price of an unknown model is not found, before the key is checked.',
      tooEarly(
        both(toPricing, ({ url }) => url.includes('no-such')),
        404,
      ),
    ],
    [
      'auth-query-before-key',
      'The price of no model is a bad request, before the key is checked.',
      tooEarly(
        both(toPricing, ({ url }) => !url.includes('model=')),
        400,
      ),
    ],
    [
      'balance-alias-cents',
      'The alias rounds to cents.',
      changingAnswer(toAlias, (body) => ({
        ...body,
        remain_balance: inCents(body.remain_balance),
        used_balance: inCents(body.used_balance),
      })),
    ],
    [
      'balance-alias-stale',
      'The alias gives the first balance that it gave.',
      {
        response(response, request, memory) {
          if (!toAlias(request) || response.status !== 200) return response;
          const name = `alias ${request.headers.authorization}`;
          memory[name] ??= response.body;
          return withJson(response, toObject(memory[name] as JsonObject)); // what was stored above
        },
      },
    ],
    [
      'balance-alias-of-the-key',
      'At the alias every key has a balance of its own.',
      changingAnswer(
        both(toAlias, ({ headers }) => headers.authorization === 'Bearer sk-mock-sibling'),
        (body) => ({ ...body, used_balance: 0, used_credits: 0 }),
      ),
    ],
    [
      'error-402-streamed-response',
      'Missing funds are an event of a streamed response.',
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

/** Faults of chats that show in a combination of parameters only. */
const chatFaults = defineMutants(
  ['streaming', 'chat', 'pdf', 'caching'],
  [
    [
      'chat-default-system',
      'A chat with a system message is not streamed by default.',
      wholeByDefault(hasRole('system')),
    ],
    [
      'chat-default-cache',
      'A chat with a mark is not streamed by default.',
      wholeByDefault(contains('cache_control')),
    ],
    [
      'chat-default-options',
      'A chat with stream_options is not streamed by default.',
      wholeByDefault(contains('stream_options')),
    ],
    [
      'chat-thoughtless-system',
      'A chat with a system message has no reasoning.',
      thoughtless(hasRole('system')),
    ],
    [
      'chat-thoughtless-turns',
      'A chat of several turns has no reasoning.',
      thoughtless(hasRole('assistant')),
    ],
    [
      'chat-thoughtless-cache',
      'A chat with a mark has no reasoning.',
      thoughtless(contains('cache_control')),
    ],
    ['chat-thoughtless-pdf', 'A chat with a PDF has no reasoning.', thoughtless(contains('"file"'))],
    [
      'chat-thoughtless-true',
      'With stream: true, enable_thinking: false turns thinking off.',
      thoughtless(({ body }) => body?.enable_thinking === false && body.stream === true),
    ],
    [
      'chat-thoughtless-effort',
      'reasoning_effort: none turns thinking off.',
      thoughtless(({ body }) => body?.reasoning_effort === 'none'),
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
      'Tools are counted as input tokens.',
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
      'An image model is answered by the text model in a stream.',
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
      'A mark on a PDF is ignored.',
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

/** Faults of usages: section 2.7. */
const usageFaults = defineMutants(
  ['usage', 'caching', 'responses', 'streaming', 'tools'],
  [
    [
      'usage-cached-fraction',
      'Cached tokens of a response are a fraction.',
      caches(toResponses, (cache) =>
        Number(cache.cached_tokens) > 0
          ? { ...cache, cached_tokens: Number(cache.cached_tokens) - 0.5 }
          : cache,
      ),
    ],
    [
      'usage-cached-fraction-streamed',
      'Cached tokens of a streamed chat are a fraction.',
      caches(isStreamedChat, (cache) =>
        Number(cache.cached_tokens) > 0
          ? { ...cache, cached_tokens: Number(cache.cached_tokens) - 0.5 }
          : cache,
      ),
    ],
    [
      'usage-cached-more',
      'A hit of an explicit cache has more tokens than the prompt.',
      caches(toChat, (cache, usage) =>
        Number(cache.cached_tokens) > 0 && cache.cache_type !== undefined
          ? { ...cache, cached_tokens: Number(usage.prompt_tokens) + 1 }
          : cache,
      ),
    ],
    [
      'usage-empty-list',
      'Without a cache, prompt_tokens_details is a list.',
      changingUsage(toChat, (usage) =>
        cachedOf(usage) > 0 ? usage : { ...usage, prompt_tokens_details: [] },
      ),
    ],
    [
      'usage-cache-none',
      'Without a cache, the cache_type of a response is none.',
      caches(toResponses, (cache) => ({ cache_type: 'none', ...cache })),
    ],
    [
      'tools-empty-list',
      'Where no tool was called, x_tools is a list.',
      changingUsage(both(toResponses, hasTools), (usage) =>
        Object.keys(toObject(usage.x_tools)).length > 0 ? usage : { ...usage, x_tools: [] },
      ),
    ],
    [
      'tools-accumulate',
      'The tools of earlier responses are in x_tools.',
      {
        response(response, request, memory) {
          const usage = toObject(toObject(response.body).usage);
          if (!toResponses(request) || usage.x_tools === undefined) return response;
          memory.tools = { ...toObject(memory.tools as JsonObject), ...toObject(usage.x_tools) }; // what was stored here
          return withJson(response, {
            ...toObject(response.body),
            usage: { ...usage, x_tools: memory.tools as JsonObject }, // the same
          });
        },
      },
    ],
    [
      'tools-odd-item-streamed',
      'A called code_interpreter is an item of its own in a stream.',
      changingEvents(toResponses, (event) => {
        const response = toObject(event.response);
        const { x_tools } = toObject(response.usage);
        return toObject(x_tools).code_interpreter === undefined
          ? event
          : {
              ...event,
              response: {
                ...response,
                output: [...toList(response.output), { type: 'code_interpreter_call' }],
              },
            };
      }),
    ],
    [
      'tools-extractor-preview',
      'web_search_preview works like web_search.',
      changingBody(toResponses, (body) =>
        body.tools === undefined
          ? body
          : {
              ...body,
              tools: toList(body.tools).map((tool) =>
                toObject(tool).type === 'web_search_preview' ? { type: 'web_search' } : tool,
              ),
            },
      ),
    ],
    [
      'tools-extractor-messages',
      'web_extractor without web_search is accepted with a list of messages.',
      changingBody(toResponses, (body) =>
        Array.isArray(body.input) && !toolNames(body).includes('web_search') ? without(body, 'tools') : body,
      ),
    ],
    [
      'tools-extractor-twice',
      'web_extractor is accepted twice.',
      changingBody(toResponses, (body) =>
        toolNames(body).filter((name) => name === 'web_extractor').length > 1 ? without(body, 'tools') : body,
      ),
    ],
  ],
);

/** Faults of what cached tokens cost. */
const priceFaults = defineMutants(
  ['caching', 'pricing'],
  [
    [
      'cache-full-response',
      'Cached tokens of a response are charged in full, and prices have no unit.',
      joined(hidingUnits, fullPrice(toResponses)),
    ],
    [
      'cache-full-streamed',
      'Cached tokens of a streamed response are charged in full.',
      fullPrice(isStreamedResponse),
    ],
    [
      'cache-full-chat',
      'Implicitly cached tokens of a streamed chat are charged in full.',
      fullPrice(isStreamedChat),
    ],
    [
      'cache-creation-streamed',
      'In a stream, the creation of a cache costs as much as input.',
      overcharging((response, request) =>
        isStreamedChat(request)
          ? -Number(cacheOf(usageOf(response)).cache_creation_input_tokens ?? 0) * CREATED
          : 0,
      ),
    ],
  ],
);

/** Faults that earlier suites missed: each shows in one combination of parameters only. */
export const textCombinationMutants = [...accessFaults, ...chatFaults, ...usageFaults, ...priceFaults];
