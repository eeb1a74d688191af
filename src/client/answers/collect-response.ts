import type { components } from '../../../generated/openapi-types.ts';
import type { Collector } from './answer-stream.ts';

type Schemas = components['schemas'];

/** One event of a streamed response. */
export type ResponseEvent = Schemas['ResponseStreamEvent'];

/** A whole response. */
export type ResponseAnswer = Schemas['ResponseObject'];

const FINAL: readonly string[] = ['response.completed', 'response.incomplete', 'response.failed'];

/** Keeps the response of the last event about it. */
export function collectResponse(): Collector<ResponseEvent, ResponseAnswer> {
  let answer: ResponseAnswer | undefined;
  return {
    endsStream: true,
    add({ type, response }) {
      if (FINAL.includes(type)) answer = response;
    },
    final: () => answer,
  };
}
