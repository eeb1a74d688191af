import { readBody } from '../../gateway/body/read-body.ts';
import type { BodyReader } from '../../gateway/ports/body-reader.ts';
import type { Digest } from '../../gateway/ports/digest.ts';

/** Creates a reader of large bodies for platforms without threads. */
export function createInlineBodyReader({ sha256 }: Digest): BodyReader {
  return {
    async read(bytes, about) {
      const read = readBody(bytes, about, sha256);
      return read.kind === 'read' ? { ...read, bytes } : read;
    },
  };
}
