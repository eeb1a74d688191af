import { policies } from '../../../../generated/policies.ts';
import type { ImageProber, PictureToCopy } from '../../../gateway/ports/media/image-prober.ts';
import type { PictureCopy } from '../../../gateway/ports/media/media.ts';
import type { UntrustedWork, Workers } from '../../../gateway/ports/workers.ts';
import { fromBase64 } from '../../../runtime/from-base64.ts';
import { readWebpFacts } from '../probe/read-webp-facts.ts';

export interface PictureCopierOptions {
  /** Decode pictures in native code, which can only be stopped by ending its process. */
  readonly decoders: Workers;
  /** Called with faults of the work itself. */
  readonly reportFault: (error: unknown, about: string) => void;
}

const { references, decoder } = policies;
const copying: UntrustedWork<Pick<PictureToCopy, 'orientation'>, PictureCopy | undefined> = {
  module: new URL('./copy-picture-work.ts', import.meta.url).href,
  load: () => import('./copy-picture-work.ts'),
  timeMs: references.picture_seconds * 1000,
  bufferBytes: decoder.max_bytes,
};

/** Creates what copies pictures in decoders. */
export function createPictureCopier({
  decoders,
  reportFault,
}: PictureCopierOptions): Pick<ImageProber, 'copy'> {
  return {
    async copy({ bytes, orientation }, sender) {
      const result = await decoders.run(copying, { bytes, about: { orientation }, ...sender });
      if (result.kind === 'crashed') reportFault(result.error, 'a picture that was decoded');
      return result.kind === 'found' && isPictureCopy(result.found) ? result.found : undefined;
    },
  };
}

/** Checked, because untrusted bytes may have taken over the decoder, and this process renders the copy. */
function isPictureCopy(found: unknown): found is PictureCopy {
  if (typeof found !== 'string' || found.length > Math.ceil(references.picture_bytes / 3) * 4) return false;
  try {
    const facts = readWebpFacts(fromBase64(found));
    return facts !== undefined && Math.max(facts.width, facts.height) <= references.picture_side;
  } catch {
    return false;
  }
}
