/**
 * Reads a body until it ends or exceeds `maxBytes`, whatever its headers promised. `undefined` means it is larger; the rest is
 * cancelled, so an endless body costs no more than the cap. Rejects as the stream does.
 */
export async function readCapped(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (body === null) return new Uint8Array(0);
  const chunks: Uint8Array[] = [];
  let total = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of body) {
    total += chunk.length;
    if (total > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, total);
}
