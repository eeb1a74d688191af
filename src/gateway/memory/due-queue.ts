import TinyQueue from 'tinyqueue';

/** Items by due time, earliest first; equal times in insertion order. */
export type DueQueue<Item> = ReturnType<typeof createDueQueue<Item>>;

interface Entry<Item> {
  readonly item: Item;
  readonly dueAt: number;
  readonly order: number;
  isGone: boolean;
}

/** Creates an empty queue: a heap, in which removed items stay until they are first, or until most are. */
export function createDueQueue<Item>() {
  let heap = new TinyQueue<Entry<Item>>([], compare);
  let added = 0;
  let removed = 0;
  const first = () => {
    for (; heap.peek()?.isGone; removed -= 1) heap.pop();
    return heap.peek();
  };
  const remove = (entry: Entry<Item>) => {
    if (entry.isGone) return false;
    entry.isGone = true;
    removed += 1;
    if (removed > heap.length / 2) {
      heap = new TinyQueue(
        heap.data.filter(({ isGone }) => !isGone),
        compare,
      );
      removed = 0;
    }
    return true;
  };
  return {
    /** Returns a function that removes the item, and says whether it was still there. */
    add(item: Item, dueAt: number) {
      const entry = { item, dueAt, order: added++, isGone: false };
      heap.push(entry);
      return () => remove(entry);
    },
    nextDue: () => first()?.dueAt,
    /** Removes and returns the earliest item if it is due at `now`. */
    takeDue(now: number): Item | undefined {
      const entry = first();
      if (!entry || entry.dueAt > now) return undefined;
      heap.pop();
      entry.isGone = true;
      return entry.item;
    },
  };
}

function compare(one: Entry<unknown>, other: Entry<unknown>): number {
  return one.dueAt - other.dueAt || one.order - other.order;
}
