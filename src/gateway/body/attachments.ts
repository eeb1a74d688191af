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
  /** How a text was sent, or at least how it began. */
  beginningOf(text: string): string;
}

/** Those of a body from which nothing was taken out. */
export const NO_ATTACHMENTS: Attachments = {
  taken: [],
  restBytes: 0,
  bytes: new Uint8Array(),
  find: () => undefined,
  textOf: ({ name }) => name,
  beginningOf: (text) => text,
};

const utf8 = new TextDecoder();

/** Enough to tell what a URI says of itself, and its first bytes. */
const BEGINNING_BYTES = 2048;

/** The attachments of a body that was read. */
export function createAttachments({
  taken,
  restBytes,
  bytes,
}: Pick<Attachments, 'taken' | 'restBytes' | 'bytes'>): Attachments {
  if (taken.length === 0) return NO_ATTACHMENTS;
  const byName = new Map(taken.map((data) => [data.name, data]));
  const decode = (start: number, end: number) => utf8.decode(bytes.subarray(start, end));
  return {
    taken,
    restBytes,
    bytes,
    find: (name) => byName.get(name),
    textOf: ({ start, end }) => decode(start, end),
    beginningOf(text) {
      const data = byName.get(text);
      return data ? decode(data.start, Math.min(data.end, data.start + BEGINNING_BYTES)) : text;
    },
  };
}
