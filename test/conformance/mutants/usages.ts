import { type JsonObject, toList, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type TamperedResponse, type Tampering } from './tampering.ts';
import {
  both,
  type Condition,
  changingBody,
  changingEvents,
  changingUsage,
  hasTools,
  hidingUnits,
  isStreamedChat,
  joined,
  overcharging,
  toChat,
  toResponses,
  withJson,
  without,
} from './tampers.ts';

const isStreamedResponse: Condition = (request) => toResponses(request) && request.body?.stream === true;
const toolNames = (body: JsonObject | undefined): readonly string[] =>
  toList(body?.tools).map((tool) => String(toObject(tool).type));

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

/** Cached tokens are half a token fewer. */
const fractionCached = (concerns: Condition): Tampering =>
  caches(concerns, (cache) =>
    Number(cache.cached_tokens) > 0 ? { ...cache, cached_tokens: Number(cache.cached_tokens) - 0.5 } : cache,
  );

/** Faults of usages: section 2.7. */
const usageFaults = defineMutants(
  ['usage', 'caching', 'responses', 'streaming', 'tools'],
  [
    [
      'usage-cached-fraction',
      'The cached tokens of a response are not an integer.',
      fractionCached(toResponses),
    ],
    [
      'usage-cached-fraction-streamed',
      'The cached tokens of a streamed chat are not an integer.',
      fractionCached(isStreamedChat),
    ],
    [
      'usage-cached-more',
      'A hit of an explicit cache has more cached tokens than the prompt has tokens.',
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
      'Without a cache, the cache_type of a response is "none".',
      caches(toResponses, (cache) => ({ cache_type: 'none', ...cache })),
      'CHOICE',
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
      'x_tools also has the tools of earlier responses.',
      {
        response(response, request, memory) {
          const usage = toObject(toObject(response.body).usage);
          if (!toResponses(request) || usage.x_tools === undefined) return response;
          memory.tools = { ...toObject(memory.tools as JsonObject), ...toObject(usage.x_tools) };
          return withJson(response, {
            ...toObject(response.body),
            usage: { ...usage, x_tools: memory.tools as JsonObject },
          });
        },
      },
    ],
    [
      'tools-odd-item-streamed',
      'In a stream, a call of code_interpreter is an output item of its own.',
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

export const usageMutants = [...usageFaults, ...priceFaults];
