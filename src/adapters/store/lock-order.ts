/**
 * The order in which rows of accounts are locked, whoever locks them, so that no two groups wait for each other: by the
 * bytes of their ids in UTF-8. Statements that lock several at once say the same as `collate "C"`.
 */
export function inLockOrder(accountIds: Iterable<string>): readonly string[] {
  return [...new Set(accountIds)].sort((left, right) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)),
  );
}
