import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Compression } from '../../gateway/ports/compression.ts';

const compress = promisify(gzip);

/** gzip by Node's own zlib, off the main thread. */
export const nodeCompression: Compression = { gzip: (text) => compress(text) };
