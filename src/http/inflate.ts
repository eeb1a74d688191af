/** Where a body that is sent compressed ends badly. */
export class InflateError extends Error {
  override readonly name = 'InflateError';
}

/** More compressed bytes than a body may have. */
export class TooLongError extends Error {
  override readonly name = 'TooLongError';
}

/** How a platform inflates gzip, in a thread of its own. */
export interface Gunzip {
  /** Its streams fail with a `TypeError` for bytes that are not gzip or end early. */
  open(): { readonly readable: ReadableStream<Uint8Array>; readonly writable: WritableStream<Uint8Array> };
  /** What a body is that it cannot read. */
  readonly fault: 'not_gzip' | 'not_one_gzip_member';
}

/** Inflates in every runtime; of gzip it takes one member, and cannot tell several from damage. */
export const webGunzip: Gunzip = {
  open: () => new DecompressionStream('gzip'),
  fault: 'not_one_gzip_member',
};

/**
 * Inflates gzip as it comes; throws an `InflateError` for bytes that are not gzip or end early. What is read is bounded by whoever reads it;
 * `most` bounds what comes in, with a `TooLongError`.
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

/** Whether a `Content-Encoding` says gzip, by its name or its old one. */
export function isGzip(encoding: string | undefined): boolean {
  return /^(x-)?gzip$/i.test(encoding?.trim() ?? '');
}
