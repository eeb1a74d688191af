import { hash } from 'node:crypto';
import type { Digest } from '../../gateway/ports/digest.ts';

/** Digests by Node's own crypto. */
export const nodeDigest: Digest = { sha256: (data) => hash('sha256', data) };
