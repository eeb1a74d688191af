import type { DataPlace, ProbedData } from '../../../gateway/ports/media/image-prober.ts';
import { decodeImageUri } from '../fetch/decode-image-uri.ts';
import { probeImage } from './probe-image.ts';

/** Decodes and probes `data:` URIs one after another, in a thread: at most one is in memory in decoded form. */
export async function work(bytes: Uint8Array, places: readonly DataPlace[]): Promise<readonly ProbedData[]> {
  const found: ProbedData[] = [];
  for (const place of places) found.push(await probe(bytes, place));
  return found;
}

async function probe(bytes: Uint8Array, { start, end, maxBytes }: DataPlace): Promise<ProbedData> {
  // Non-ASCII bytes are not base64 either, whichever way they are decoded.
  const uri = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start, end));
  const parsed = decodeImageUri(uri, maxBytes);
  if (parsed.kind !== 'fetched') return parsed;
  const image = await probeImage(parsed.bytes);
  return { kind: 'probed', declaredType: parsed.declaredType, image };
}
