import { policies } from '../../../generated/policies.ts';
import type { DataPlace, ImageProber, ImageSender, ProbedData } from '../../gateway/ports/image-prober.ts';
import type { ProbedImage } from '../../gateway/ports/media.ts';
import type { ForeignWork, Workers } from '../../gateway/ports/workers.ts';
import { isWorthCopying } from './is-worth-copying.ts';

/** Where long work runs. */
export interface ImageProberOptions {
  readonly workers: Workers;
  /** Called with faults of the work itself. */
  readonly reportFault: (error: unknown, about: string) => void;
}

const bounds = {
  timeMs: policies.references.probe_seconds * 1000,
  bufferBytes: policies.requests.read_buffer_bytes,
};
const probing: ForeignWork<undefined, ProbedImage | undefined> = {
  module: new URL('./probe-bytes-work.ts', import.meta.url).href,
  load: () => import('./probe-bytes-work.ts'),
  ...bounds,
};
const copying: typeof probing = {
  module: new URL('./copy-picture-work.ts', import.meta.url).href,
  load: () => import('./copy-picture-work.ts'),
  ...bounds,
};
const probingData: ForeignWork<readonly DataPlace[], readonly ProbedData[]> = {
  module: new URL('./probe-data-work.ts', import.meta.url).href,
  load: () => import('./probe-data-work.ts'),
  ...bounds,
};

/** Creates a prober that probes short files itself, and long ones and those to copy in workers; its code is loaded with the first file. */
export function createImageProber({ workers, reportFault }: ImageProberOptions): ImageProber {
  return {
    async probe(bytes, { needsCopy = false, ...sender }) {
      if (isShort(bytes)) {
        const short = await (await probing.load()).work(bytes, undefined);
        if (!needsCopy || !isWorthCopying(short)) return { kind: 'probed', image: short };
      }
      if (needsCopy) await loadDecoder();
      const own = isShort(bytes) ? new Uint8Array(bytes) : bytes; // as if it had been probed here
      const image = await look(needsCopy ? copying : probing, { bytes: own, about: undefined, ...sender });
      return image === 'busy' ? { kind: 'busy' } : { kind: 'probed', image: image?.found };
    },
    async probeData(bytes, places, sender) {
      if (isShort(bytes)) return (await probingData.load()).work(bytes, places);
      const data = await look(probingData, { bytes, about: places, ...sender });
      return data === 'busy' ? { kind: 'busy' } : (data?.found ?? places.map(() => UNREADABLE));
    },
  };

  async function look<About, Found>(
    work: ForeignWork<About, Found>,
    order: ImageSender & { readonly bytes: Uint8Array; readonly about: About },
  ): Promise<{ readonly found: Found } | 'busy' | undefined> {
    const result = await workers.run(work, order);
    switch (result.kind) {
      case 'found':
        return { found: result.found };
      case 'overloaded':
      case 'too_slow':
      case 'cancelled':
        return 'busy';
      case 'crashed':
        reportFault(result.error, 'an image that was probed');
        return undefined;
      case 'too_large':
        return undefined;
    }
  }
}

/** A file that exceeded the memory limit, or on which the prober failed. */
const UNREADABLE: ProbedData = { kind: 'malformed', reason: 'the data cannot be read' };

/** Native code that only a thread has loaded would be unloaded with it. Where there is none, pictures are not copied. */
async function loadDecoder(): Promise<void> {
  await import('sharp').catch(() => undefined);
}

function isShort({ length }: Uint8Array): boolean {
  return length <= policies.requests.large_body_bytes;
}
