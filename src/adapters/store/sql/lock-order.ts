/**
 * The order in which all code locks account rows, so that no two groups deadlock: by the
 * bytes of their ids in UTF-8. Statements that lock several at once use `collate "C"`, which is the same order.
 */
export function inLockOrder(accountIds: Iterable<string>): readonly string[] {
  return [...new Set(accountIds)].sort((left, right) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)),
  );
}
