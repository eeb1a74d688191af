/** Options of a group commit. */
export interface GroupCommitOptions<Item, Result> {
  /** Commits items in one transaction; one result an item, in their order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Most items a transaction. */
  readonly most?: number;
}

/** Takes items one by one and commits them together. */
export interface GroupCommit<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is under way. */
  drain(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits in groups: what arrives while a transaction runs shares the next one, so that one flush to disk and one lock
 * of a busy account serve many. When a group fails, its items are tried one by one: the broken one fails alone.
 */
export function createGroupCommit<Item, Result>({
  commit,
  most = 64,
}: GroupCommitOptions<Item, Result>): GroupCommit<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let running: Promise<void> | undefined;

  const run = async () => {
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await commitGroup(commit, group);
    }
    running = undefined;
  };
  return {
    add: (item) =>
      new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        running ??= run();
      }),
    async drain() {
      await running;
    },
  };
}

async function commitGroup<Item, Result>(
  commit: GroupCommitOptions<Item, Result>['commit'],
  group: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await commit(group.map(({ item }) => item));
    if (results.length !== group.length)
      throw new RangeError(`${group.length} items got ${results.length} results.`);
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result); // same length, checked above
  } catch (error) {
    if (group.length === 1) for (const { reject } of group) reject(error);
    else for (const one of group) await commitGroup(commit, [one]);
  }
}
