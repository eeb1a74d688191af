import type { ExtractedData } from './extract-data.ts';

/** The long data URIs of a request, which its parsed body only references by name. */
export interface Attachments {
  readonly taken: readonly ExtractedData[];
  /** Length of the body without them. */
  readonly restBytes: number;
  /** The bytes that contain them; undefined once they were transferred to a worker. */
  readonly bytes: Uint8Array;
  /** The data URI that a string of the body is a placeholder for. */
  find(name: string): ExtractedData | undefined;
  /** A data URI as it was sent. */
  textOf(data: ExtractedData): string;
}

/** The attachments of a body without extracted data. */
export const NO_ATTACHMENTS: Attachments = {
  taken: [],
  restBytes: 0,
  bytes: new Uint8Array(),
  find: () => undefined,
  textOf: ({ name }) => name,
};

const utf8 = new TextDecoder();

export function createAttachments({
  taken,
  restBytes,
  bytes,
}: Pick<Attachments, 'taken' | 'restBytes' | 'bytes'>): Attachments {
  if (taken.length === 0) return NO_ATTACHMENTS;
  const byName = new Map(taken.map((data) => [data.name, data]));
  return {
    taken,
    restBytes,
    bytes,
    find: (name) => byName.get(name),
    textOf: ({ start, end }) => utf8.decode(bytes.subarray(start, end)),
  };
}
