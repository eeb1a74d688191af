import { policies } from '../../../generated/policies.ts';
import type { PreparedBody } from '../../../generated/stub.ts';
import { createEviction } from '../memory/eviction.ts';
import type { Compression } from '../ports/compression.ts';

/** A cache of JSON bodies that are sent more than once: each is serialized and compressed only once. */
export type PreparedAnswers = ReturnType<typeof createPreparedAnswers>;

export interface PrepareOptions {
  /** Response headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it is compressed for clients that accept gzip. */
  readonly isCompressible?: boolean;
}

const { prepared_bytes: MAX_BYTES, gzip_from_bytes: MIN_GZIP_BYTES } = policies.responses;

/** Creates an empty cache; the oldest bodies are evicted first. */
export function createPreparedAnswers({ gzip }: Compression, maxBytes: number = MAX_BYTES) {
  const known = new Map<string, PreparedBody<object>>();
  const sizes = new Map<string, number>();
  let total = 0;
  const evict = createEviction(
    {
      get size() {
        return total;
      },
      keys: () => known.keys(),
      delete(name: string) {
        total -= sizes.get(name) ?? 0;
        return sizes.delete(name) && known.delete(name);
      },
    },
    { most: maxBytes },
  );
  const count = (name: string, bytes: number) => {
    sizes.set(name, (sizes.get(name) ?? 0) + bytes);
    total += bytes;
    evict();
  };
  const compress = async (name: string, text: string) => {
    const bytes = await gzip(text);
    if (known.get(name)?.text === text) count(name, bytes.length);
    return bytes;
  };
  return {
    /** Bytes of all bodies in memory. */
    bytes: () => total,
    /** The body cached under a name that identifies everything it depends on; built again after an eviction. */
    prepare<Body extends object>(
      name: string,
      build: () => Body,
      { headers = {}, isCompressible = false }: PrepareOptions = {},
    ): PreparedBody<Body> {
      const found = known.get(name);
      if (found) return found as PreparedBody<Body>; // built under the same name by the same caller
      const text = JSON.stringify(build());
      const body: PreparedBody<Body> = {
        kind: 'prepared',
        text,
        headers: { 'content-type': 'application/json', ...headers },
        gzip:
          isCompressible && text.length >= MIN_GZIP_BYTES ? untilDone(() => compress(name, text)) : undefined,
      };
      known.set(name, body);
      count(name, text.length);
      return body;
    },
  };
}

/** Does something once; after a failure, the next call tries again. */
function untilDone<Value>(act: () => Promise<Value>): () => Promise<Value> {
  let done: Promise<Value> | undefined;
  return () => {
    done ??= act().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

/** Whether a body is a prepared one; no body of the contract has such a `kind`. */
export function isPrepared(body: object): body is PreparedBody<unknown> {
  return 'kind' in body && body.kind === 'prepared';
}
