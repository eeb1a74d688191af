import { failureKindOf } from '../../database/failures.ts';

export interface GroupCommitOptions<Item, Result> {
  /** Commits items in one transaction; one result per item, in order. */
  readonly commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Maximum items per transaction. */
  readonly most?: number;
  /** What an item locks, such as its account: when a lock times out, all items with that lock fail together. */
  readonly lockOf?: (item: Item) => string;
}

/** Accepts items one by one and commits them together. */
export interface GroupCommit<Item, Result> {
  add(item: Item): Promise<Result>;
  /** Resolves when nothing is in flight. */
  drain(): Promise<void>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: items that arrive while a transaction runs share the next one, so that one flush to disk and one lock
 * of a busy account serve many. When a group fails, its items are retried one by one, so that only the broken one fails. When the
 * database is away, everything queued is rejected at once: none of it would succeed, and each attempt would take its time.
 */
export function createGroupCommit<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
): GroupCommit<Item, Result> {
  const { most = 64 } = options;
  let waiting: Waiting<Item, Result>[] = [];
  let running: Promise<void> | undefined;

  const run = async () => {
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      const end = await commitGroup(options, group);
      if (end.kind === 'done') continue;
      const refused = waiting;
      waiting = [];
      rejectAll(refused, end.error);
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

type GroupEnd = { readonly kind: 'done' } | { readonly kind: 'away'; readonly error: unknown };

const DONE: GroupEnd = { kind: 'done' };

async function commitGroup<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
  group: readonly Waiting<Item, Result>[],
): Promise<GroupEnd> {
  try {
    const results = await options.commit(group.map(({ item }) => item));
    if (results.length !== group.length)
      throw new RangeError(`${group.length} items got ${results.length} results.`);
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result); // same length, checked above
    return DONE;
  } catch (error) {
    const kind = failureKindOf(error);
    if (kind === 'locked') return commitByLock(options, group, error);
    if (kind !== 'away' && group.length > 1) return commitEach(options, group);
    rejectAll(group, error);
    return kind === 'away' ? { kind, error } : DONE;
  }
}

/** Separates items that wait for a lock from the others; those with the same lock have waited long enough. */
async function commitByLock<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
  group: readonly Waiting<Item, Result>[],
  error: unknown,
): Promise<GroupEnd> {
  const parts = [...Map.groupBy(group, ({ item }) => options.lockOf?.(item)).values()];
  if (parts.length > 1) await Promise.all(parts.map((part) => commitGroup(options, part)));
  else rejectAll(group, error);
  return DONE;
}

async function commitEach<Item, Result>(
  options: GroupCommitOptions<Item, Result>,
  group: readonly Waiting<Item, Result>[],
): Promise<GroupEnd> {
  for (const [index, one] of group.entries()) {
    const end = await commitGroup(options, [one]);
    if (end.kind === 'done') continue;
    rejectAll(group.slice(index + 1), end.error);
    return end;
  }
  return DONE;
}

function rejectAll(group: readonly Pick<Waiting<never, never>, 'reject'>[], error: unknown): void {
  for (const { reject } of group) reject(error);
}
