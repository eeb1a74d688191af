import { type JsonObject, toObject } from '../../../src/conformance/suite/json.ts';
import { defineMutants, type Tampering } from './tampering.ts';
import { changingEvents, changingUsage, overcharging, toChat, withJson, without } from './tampers.ts';

const details = (change: (cached: JsonObject) => JsonObject): Tampering =>
  changingUsage(toChat, (one) => ({
    ...one,
    prompt_tokens_details: change(toObject(one.prompt_tokens_details)),
  }));

/** Faults of context caching and of text prices: section 4.5. */
export const cacheMutants = defineMutants(
  ['caching', 'usage', 'chat'],
  [
    [
      'cache-no-creation',
      'No explicit cache is created.',
      details((one) => without(one, 'cache_creation_input_tokens', 'cache_type')),
    ],
    ['cache-no-hits', 'No token is served from a cache.', details((one) => ({ ...one, cached_tokens: 0 }))],
    [
      'cache-type',
      'The type of an explicit cache is persistent.',
      details((one) => (one.cache_type === undefined ? one : { ...one, cache_type: 'persistent' })),
    ],
    [
      'cache-no-type',
      'Creation and hits of an explicit cache have no type.',
      details((one) => without(one, 'cache_type')),
    ],
    [
      'cache-no-type-streamed',
      'In a stream, creation and hits of an explicit cache have no type.',
      changingEvents(toChat, (event) => {
        const usage = toObject(event.usage);
        const cached = toObject(usage.prompt_tokens_details);
        return cached.cache_type === undefined
          ? event
          : { ...event, usage: { ...usage, prompt_tokens_details: without(cached, 'cache_type') } };
      }),
    ],
    [
      'cache-unmarked',
      'What follows the mark is cached, too.',
      changingUsage(toChat, (one) => {
        const cached = toObject(one.prompt_tokens_details);
        const tokens = Number(one.prompt_tokens) - Number(cached.cached_tokens);
        return Number(cached.cache_creation_input_tokens ?? 0) > 0
          ? { ...one, prompt_tokens_details: { ...cached, cache_creation_input_tokens: tokens } }
          : one;
      }),
    ],
    [
      'cache-second-mark',
      'Of two marked parts only the first is cached.',
      changingUsage(toChat, (one) => {
        const cached = toObject(one.prompt_tokens_details);
        const created = Number(cached.cache_creation_input_tokens ?? 0);
        return created > 2250
          ? { ...one, prompt_tokens_details: { ...cached, cache_creation_input_tokens: created / 2 } }
          : one;
      }),
    ],
    [
      'cache-too-small',
      'Fewer than 1024 tokens are cached.',
      details((one) => ({
        ...one,
        cache_creation_input_tokens: Number(one.cache_creation_input_tokens ?? 0) || 600,
        cache_type: 'ephemeral',
      })),
    ],
    [
      'cache-two-thousand',
      'Fewer than 2048 tokens are not cached.',
      details((one) =>
        Number(one.cache_creation_input_tokens ?? 0) < 2048
          ? without(one, 'cache_creation_input_tokens', 'cache_type')
          : one,
      ),
    ],
    [
      'cache-implicit-creation',
      'An implicit hit reports the creation of an explicit cache.',
      details((one) =>
        Number(one.cached_tokens) > 0 && one.cache_type === undefined
          ? { ...one, cache_creation_input_tokens: 64 }
          : one,
      ),
    ],
    [
      'cache-for-ever',
      'A cache is valid for an hour.',
      {
        response(response, request, memory) {
          const one = toObject(toObject(toObject(response.body).usage).prompt_tokens_details);
          if (!toChat(request) || !request.text.includes('cache_control')) return response;
          if (memory.created === undefined) {
            memory.created = Number(one.cache_creation_input_tokens ?? 0);
            return response;
          }
          const body = toObject(response.body);
          const changed = {
            ...one,
            cached_tokens: memory.created as number,
            cache_creation_input_tokens: 0,
            cache_type: 'ephemeral',
          };
          return withJson(response, {
            ...body,
            usage: { ...toObject(body.usage), prompt_tokens_details: changed },
          });
        },
      } satisfies Tampering,
    ],
    [
      'cache-more-than-prompt',
      'More tokens are cached than were sent.',
      details((one) => (Number(one.cached_tokens ?? 0) > 0 ? { ...one, cached_tokens: 900_000 } : one)),
    ],
    [
      'cache-full-price',
      'Cached tokens are charged in full.',
      overcharging((response, request) => {
        const cached = Number(
          toObject(toObject(toObject(response.body).usage).prompt_tokens_details).cached_tokens ?? 0,
        );
        return toChat(request) ? (cached * (1.2 - 0.15)) / 1e6 : 0;
      }),
    ],
    [
      'chat-usage-free',
      'Text is free.',
      overcharging((response, request) => {
        const { prompt_tokens = 0, completion_tokens = 0 } = toObject(toObject(response.body).usage);
        return toChat(request) && response.status === 200
          ? -(Number(prompt_tokens) * 1.2 + Number(completion_tokens) * 6) / 1e6
          : 0;
      }),
    ],
    [
      'chat-usage-high',
      'Every output token is charged twice.',
      overcharging((response, request) => {
        const { completion_tokens = 0 } = toObject(toObject(response.body).usage);
        return toChat(request) && response.status === 200 ? (Number(completion_tokens) * 6) / 1e6 : 0;
      }),
    ],
  ],
);
