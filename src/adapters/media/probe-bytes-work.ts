import type { ProbedImage } from '../../gateway/ports/media.ts';
import { createMediaProber } from './create-media-prober.ts';

/** Probes one file, in a thread. */
export function work(bytes: Uint8Array): Promise<ProbedImage | undefined> {
  return createMediaProber().probe(bytes);
}
