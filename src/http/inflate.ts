/** A compressed body that is malformed or cut off. */
export class InflateError extends Error {
  override readonly name = 'InflateError';
}

/** A body with too many compressed bytes. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** How a platform inflates gzip, in a separate thread. */
export interface Gunzip {
  /** Its streams fail with a `TypeError` for bytes that are not gzip or end early. */
  open(): { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<Uint8Array> };
  /** The fault to report for a body that it cannot read. */
  readonly fault: 'not_gzip' | 'not_one_gzip_member';
}

/** Inflates in every runtime; accepts only one gzip member, and cannot tell several from corrupt data. */
export const webGunzip: Gunzip = {
  open: () => new DecompressionStream('gzip') as ReturnType<Gunzip['open']>, // it takes buffers of any kind
  fault: 'not_one_gzip_member',
};

/**
 * Inflates gzip as it arrives; throws an `InflateError` for bytes that are not gzip or end early. The reader limits
 * the inflated bytes; `most` limits the compressed ones, with a `TooLongError`.
 */
export async function* inflate(
  chunks: AsyncIterable<Uint8Array>,
  { open, most }: Pick<Gunzip, 'open'> & { readonly most: number },
): AsyncGenerator<Uint8Array> {
  const gzip = open();
  const writer = gzip.writable.getWriter();
  let failure: unknown;
  const write = async () => {
    let length = 0;
    for await (const chunk of chunks) {
      length += chunk.length;
      if (length > most) throw new TooLongError();
      await writer.write(new Uint8Array(chunk));
    }
    await writer.close();
  };
  const written = write().catch((error: unknown) => {
    failure = error;
    return writer.abort(error).catch(() => {});
  });
  const reader = gzip.readable.getReader();
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) yield step.value;
    await written;
  } catch (error) {
    if (failure instanceof TooLongError) throw failure;
    throw error instanceof TypeError || failure instanceof TypeError ? new InflateError('no gzip') : error;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Whether a `Content-Encoding` is gzip, by its current or its old name. */
export function isGzip(encoding: string | undefined): boolean {
  return /^(x-)?gzip$/i.test(encoding ?? '');
}
