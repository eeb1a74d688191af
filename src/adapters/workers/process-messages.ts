/** The task of a process; the bytes follow it. */
export interface ProcessTask {
  readonly module: string;
  readonly about: unknown;
  /** Resident memory at which it gives up. */
  readonly maxBytes: number;
}

/** The answer of a process, as a line of JSON. */
export type ProcessAnswer =
  /** `isLast`: it asks to be replaced. */
  | { readonly kind: 'found'; readonly found?: unknown; readonly isLast: boolean }
  | { readonly kind: 'crashed'; readonly error: string }
  | { readonly kind: 'too_large' };

/** A message to a process begins with two lengths: of the task as JSON, and of the bytes. */
export const HEAD_BYTES = 8;

/** The head and the task of a message, which its bytes follow. */
export function toMessageStart(task: ProcessTask, byteCount: number): Buffer {
  const text = Buffer.from(JSON.stringify(task));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(text.length, 0);
  head.writeUInt32LE(byteCount, 4);
  return Buffer.concat([head, text]);
}

/** Collects what is received and calls back for each message that is complete. */
export function createMessageReader(
  onMessage: (task: ProcessTask, bytes: Uint8Array) => void,
): (chunk: Buffer) => void {
  let chunks: Buffer[] = [];
  let received = 0;
  let needed = HEAD_BYTES;
  return (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    while (received >= needed) {
      const all = Buffer.concat(chunks);
      chunks = [all];
      const textEnd = HEAD_BYTES + all.readUInt32LE(0);
      const end = textEnd + all.readUInt32LE(4);
      needed = end;
      if (received < end) return;
      const task = JSON.parse(all.toString('utf8', HEAD_BYTES, textEnd)) as ProcessTask; // written by the parent
      chunks = [all.subarray(end)];
      received -= end;
      needed = HEAD_BYTES;
      onMessage(task, all.subarray(textEnd, end));
    }
  };
}
