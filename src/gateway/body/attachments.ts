import type { TakenData } from './take-out-data.ts';

/** The long data URIs of a request, for which its body only has names. */
export interface Attachments {
  readonly taken: readonly TakenData[];
  /** Length of the body without them. */
  readonly restBytes: number;
  /** What they lie in; gone when it was handed over to somebody who looks at them. */
  readonly bytes: Uint8Array;
  /** The data URI that a text of the body stands for. */
  find(name: string): TakenData | undefined;
  /** A data URI as it was sent. */
  textOf(data: TakenData): string;
}

/** Those of a body from which nothing was taken out. */
export const NO_ATTACHMENTS: Attachments = {
  taken: [],
  restBytes: 0,
  bytes: new Uint8Array(),
  find: () => undefined,
  textOf: ({ name }) => name,
};

const utf8 = new TextDecoder();

/** The attachments of a body that was read. */
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
