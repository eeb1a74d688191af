import type { components } from '../../../generated/openapi-types.ts';
import type { ResponseStreamEventByType } from '../../../generated/stream-events.ts';
import type { Collector } from './answer-stream.ts';

type Schemas = components['schemas'];

/**
 * One event of a streamed response: its `type` tells which members it has. The event `error` is thrown instead. A newer service
 * may send further types, so a `switch` needs a `default`.
 */
export type ResponseEvent = Exclude<ResponseStreamEventByType, { readonly type: 'error' }>;

/** A whole response. */
export type ResponseAnswer = Schemas['ResponseObject'];

/** Keeps the response of the event that ends the stream. */
export function collectResponse(): Collector<ResponseEvent, ResponseAnswer> {
  let answer: ResponseAnswer | undefined;
  return {
    endsStream: true,
    add(event) {
      switch (event.type) {
        case 'response.completed':
        case 'response.incomplete':
        case 'response.failed':
          answer = event.response ?? undefined; // other implementations may send null
      }
    },
    final: () => answer,
  };
}
