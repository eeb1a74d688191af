import { failureKindOf } from '../../database/failures.ts';

/** Reads rows in one statement. The list may contain an id more than once, so that there are few list lengths. */
export type ReadRows<Row> = (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

interface Waiting<Row> {
  readonly id: string;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batched reads, of at most `most` ids per statement: requests that arrive while a statement runs share the next one. A
 * read never starts before it was requested, so each result is as fresh as from a statement of its own. When the database
 * is away, everything queued is rejected.
 */
export function createGroupRead<Row>(
  read: ReadRows<Row>,
  most = 64,
): (id: string) => Promise<Row | undefined> {
  let waiting: Waiting<Row>[] = [];
  let isRunning = false;

  const run = async () => {
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      const failure = await readGroup(read, group);
      if (failureKindOf(failure) !== 'away') continue;
      const refused = waiting;
      waiting = [];
      for (const { reject } of refused) reject(failure);
    }
    isRunning = false;
  };
  return (id) =>
    new Promise((resolve, reject) => {
      waiting.push({ id, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void run();
    });
}

/** The error of the group, undefined when it succeeded. */
async function readGroup<Row>(read: ReadRows<Row>, group: readonly Waiting<Row>[]): Promise<unknown> {
  try {
    const rows = await read(padded([...new Set(group.map(({ id }) => id))]));
    for (const { id, resolve } of group) resolve(rows.get(id));
    return undefined;
  } catch (error) {
    for (const { reject } of group) reject(error);
    return error;
  }
}

/** Pads a list to the next power of two with its last id: a database that caches plans caches seven, not sixty-four. */
export function padded(ids: readonly string[]): readonly string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return Array.from({ length }, (_, index) => ids[Math.min(index, ids.length - 1)] ?? '');
}
