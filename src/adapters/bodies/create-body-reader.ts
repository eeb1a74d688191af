import { policies } from '../../../generated/policies.ts';
import type { BodyReading } from '../../gateway/body/read-body.ts';
import type { BodyReader } from '../../gateway/ports/body-reader.ts';
import type { UntrustedWork, Workers } from '../../gateway/ports/workers.ts';
import type { BodyFound } from './read-body-work.ts';

const reading: UntrustedWork<BodyReading, BodyFound> = {
  module: new URL('./read-body-work.ts', import.meta.url).href,
  load: () => import('./read-body-work.ts'),
  timeMs: policies.requests.read_seconds * 1000,
  bufferBytes: policies.requests.read_buffer_bytes,
};

/** Creates a reader of large bodies that runs in workers. */
export function createBodyReader({ workers }: { readonly workers: Workers }): BodyReader {
  return {
    async read(bytes, about, { owner, signal }) {
      const result = await workers.run(reading, { bytes, about, owner, signal });
      if (result.kind === 'overloaded') return { kind: 'busy' };
      if (result.kind !== 'found') return result;
      const { read, bytes: back } = result.found;
      return read.kind === 'read' ? { ...read, bytes: back } : read;
    },
  };
}
