import type { Compression } from '../../gateway/ports/compression.ts';

/** gzip by the Compression Streams of the browser. */
export const webCompression: Compression = {
  async gzip(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  },
};
