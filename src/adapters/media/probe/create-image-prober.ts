import { policies } from '../../../../generated/policies.ts';
import type {
  DataPlace,
  ImageProber,
  ImageSender,
  ProbedData,
} from '../../../gateway/ports/media/image-prober.ts';
import type { UntrustedWork, Workers } from '../../../gateway/ports/workers.ts';
import type { BytesProbed } from './probe-bytes-work.ts';

export interface ImageProberOptions {
  readonly workers: Workers;
  readonly copier: Pick<ImageProber, 'copy'>;
  /** Called with faults of the work itself. */
  readonly reportFault: (error: unknown, about: string) => void;
}

const { references } = policies;
const bounds = { timeMs: references.probe_seconds * 1000, bufferBytes: policies.requests.read_buffer_bytes };
const probing: UntrustedWork<{ readonly needsCopy: boolean }, BytesProbed> = {
  module: new URL('./probe-bytes-work.ts', import.meta.url).href,
  load: () => import('./probe-bytes-work.ts'),
  ...bounds,
};
const probingData: UntrustedWork<readonly DataPlace[], readonly ProbedData[]> = {
  module: new URL('./probe-data-work.ts', import.meta.url).href,
  load: () => import('./probe-data-work.ts'),
  ...bounds,
};

/** Creates a prober that probes short files itself, long ones in workers; its code is loaded with the first file. */
export function createImageProber({ workers, copier, reportFault }: ImageProberOptions): ImageProber {
  return {
    async probe(bytes, { needsCopy = false, ...sender }) {
      const probed = await look(probing, { bytes, about: { needsCopy }, ...sender });
      return probed === 'busy' ? { kind: 'busy' } : { kind: 'probed', ...(probed?.found ?? NO_IMAGE) };
    },
    copy: copier.copy,
    async probeData(bytes, places, sender) {
      const data = await look(probingData, { bytes, about: places, ...sender });
      return data === 'busy' ? { kind: 'busy' } : (data?.found ?? places.map(() => UNREADABLE));
    },
  };

  async function look<About, Found>(
    work: UntrustedWork<About, Found>,
    order: ImageSender & { readonly bytes: Uint8Array; readonly about: About },
  ): Promise<{ readonly found: Found } | 'busy' | undefined> {
    if (isShort(order.bytes)) return { found: await (await work.load()).work(order.bytes, order.about) };
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

const NO_IMAGE: BytesProbed = { image: undefined };

/** A file that exceeded the memory limit, or on which the prober failed. */
const UNREADABLE: ProbedData = { kind: 'malformed', reason: 'the data cannot be read' };

function isShort({ length }: Uint8Array): boolean {
  return length <= policies.requests.large_body_bytes;
}
