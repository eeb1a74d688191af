import { clientOperations } from '../../../generated/client.ts';
import * as policies from '../../../generated/policy-sections.ts';
import type { Fetch } from '../retrying-fetch.ts';

export const IDEMPOTENCY_HEADER = policies.idempotency.header;

const { createImage, createVideo } = clientOperations;

/** A `fetch` by which every submission has an idempotency key: it may be repeated, and must not create a second task. */
export function withIdempotencyKey(fetch: Fetch): Fetch {
  return (request) => {
    const isSubmission = [createImage, createVideo].some(
      ({ method, path }) => request.method === method && new URL(request.url).pathname.endsWith(path),
    );
    if (isSubmission && !request.headers.has(IDEMPOTENCY_HEADER))
      request.headers.set(IDEMPOTENCY_HEADER, crypto.randomUUID());
    return fetch(request);
  };
}
