import { policies } from '../../generated/policies.ts';
import type { Compression } from './ports/compression.ts';
import { isStable } from './stable-bodies.ts';

/** A serialized body. */
export interface SerializedBody {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

interface Remembered {
  readonly text: string;
  gzip?: Promise<Uint8Array>;
}

/** Serializes bodies; shared ones are serialized and compressed once. */
export interface BodyWriter {
  /** `isShared`: the same object is sent repeatedly: the catalogue (section 4.1, rule 5). */
  write(
    body: object,
    options: { readonly isShared: boolean; readonly acceptsGzip: boolean },
  ): SerializedBody | Promise<SerializedBody>;
}

const PLAIN = { 'content-type': 'application/json' } as const;
const SHARED = {
  ...PLAIN,
  'cache-control': `private, max-age=${policies.catalogue.cache_seconds}`,
  vary: 'authorization, accept-encoding',
} as const;
const SHARED_GZIP = { ...SHARED, 'content-encoding': 'gzip' } as const;

/** Creates a writer with a compression. */
export function createBodyWriter(compression: Compression): BodyWriter {
  const shared = new WeakMap<object, Remembered>();
  const remember = (body: object): Remembered => {
    const known = shared.get(body) ?? { text: JSON.stringify(body) };
    shared.set(body, known);
    return known;
  };
  return {
    write(body, { isShared, acceptsGzip }) {
      if (!isShared)
        return { body: isStable(body) ? remember(body).text : JSON.stringify(body), headers: PLAIN };
      const known = remember(body);
      if (!acceptsGzip || known.text.length < policies.catalogue.gzip_from_bytes) {
        return { body: known.text, headers: SHARED };
      }
      known.gzip ??= compression.gzip(known.text);
      return known.gzip.then((bytes) => ({ body: bytes, headers: SHARED_GZIP }));
    },
  };
}

/** Whether an `Accept-Encoding` header accepts gzip: named with a quality above zero, or by `*`. */
export function acceptsGzip(header: string | undefined): boolean {
  if (!header) return false;
  const codings = header.split(',').map((entry) =>
    entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/),
  );
  const named = codings.find(([coding]) => coding === 'gzip') ?? codings.find(([coding]) => coding === '*');
  return named !== undefined && !named.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
}
