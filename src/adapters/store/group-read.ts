import { failureKindOf } from '../database/failures.ts';

/** Finds rows by their ids, many at once. */
export type ReadRows<Row> = (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

/** Options of a group read. */
export interface GroupReadOptions<Row> {
  /** Reads rows in one statement. The list may hold an id more than once, so that its lengths are few. */
  readonly read: ReadRows<Row>;
  /** Most ids a statement. */
  readonly most?: number;
}

interface Waiting<Row> {
  readonly id: string;
  readonly resolve: (row: Row | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads in groups: what is asked for while a statement runs shares the next one. A read never begins before it was asked
 * for, so each answer is as fresh as a statement of its own would give. When the database is away, all that waits is refused.
 */
export function createGroupRead<Row>({
  read,
  most = 64,
}: GroupReadOptions<Row>): (id: string) => Promise<Row | undefined> {
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

/** Gives what the group failed with, undefined when it did not. */
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

/** Fills a list up to the next power of two with its last id: a database that keeps plans keeps seven, not sixty-four. */
export function padded(ids: readonly string[]): readonly string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return Array.from({ length }, (_, index) => ids[Math.min(index, ids.length - 1)] ?? '');
}
