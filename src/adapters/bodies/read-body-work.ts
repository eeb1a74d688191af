import { hash } from 'node:crypto';
import { type BodyRead, type BodyReading, readBody } from '../../gateway/body/read-body.ts';

/** The result, and the bytes, which are needed to probe what was extracted. */
export interface BodyFound {
  readonly read: BodyRead;
  readonly bytes: Uint8Array;
}

export function work(bytes: Uint8Array, reading: BodyReading): BodyFound {
  return { read: readBody(bytes, reading, (part) => hash('sha256', part)), bytes };
}

/** The bytes are transferred back without a copy. */
export function listTransferables({ bytes }: BodyFound): readonly ArrayBufferLike[] {
  return [bytes.buffer];
}
