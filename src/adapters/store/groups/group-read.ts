import { createGroupCommit } from './group-commit.ts';

/** Reads rows in one statement. The list may contain an id more than once, so that there are few list lengths. */
type ReadRows<Row> = (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

/**
 * Batched reads, of at most `most` ids per statement, in groups as for commits. A read never starts before it was requested, so
 * each result is as fresh as from a statement of its own.
 */
export function createGroupRead<Row>(
  read: ReadRows<Row>,
  most = 64,
): (id: string) => Promise<Row | undefined> {
  const group = createGroupCommit<string, Row | undefined>({
    async commit(ids) {
      const rows = await read(padded([...new Set(ids)]));
      return ids.map((id) => rows.get(id));
    },
    most,
  });
  return group.add;
}

/** Pads a list to the next power of two with its last id: a database that caches plans caches seven, not sixty-four. */
export function padded(ids: readonly string[]): readonly string[] {
  const length = 2 ** Math.ceil(Math.log2(ids.length));
  return Array.from({ length }, (_, index) => ids[Math.min(index, ids.length - 1)] ?? '');
}
