/** Items by due time, the earliest first; equal times in the order they were added. */
export interface DueHeap<Item> {
  add(item: Item, dueAt: number): void;
  nextDue(): number | undefined;
  /** The earliest item if it is due at `now`, taken out. */
  takeDue(now: number): Item | undefined;
}

interface Entry<Item> {
  readonly item: Item;
  readonly dueAt: number;
  readonly order: number;
}

/** Creates an empty binary heap. */
export function createDueHeap<Item>(): DueHeap<Item> {
  const entries: Entry<Item>[] = [];
  let added = 0;
  return {
    add(item, dueAt) {
      entries.push({ item, dueAt, order: added++ });
      rise(entries, entries.length - 1);
    },
    nextDue: () => entries[0]?.dueAt,
    takeDue(now) {
      const [first] = entries;
      if (!first || first.dueAt > now) return undefined;
      const last = entries.pop();
      if (last && entries.length > 0) {
        entries[0] = last;
        sink(entries, 0);
      }
      return first.item;
    },
  };
}

function rise(entries: Entry<unknown>[], start: number): void {
  let index = start;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!swapIfEarlier(entries, index, parent)) return;
    index = parent;
  }
}

function sink(entries: Entry<unknown>[], start: number): void {
  let index = start;
  for (;;) {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    const child = right < entries.length && isEarlier(entries[right], entries[left]) ? right : left;
    if (child >= entries.length || !swapIfEarlier(entries, child, index)) return;
    index = child;
  }
}

function swapIfEarlier(entries: Entry<unknown>[], child: number, parent: number): boolean {
  const [lower, upper] = [entries[child], entries[parent]];
  if (!lower || !upper || !isEarlier(lower, upper)) return false;
  entries[child] = upper;
  entries[parent] = lower;
  return true;
}

function isEarlier(left: Entry<unknown> | undefined, right: Entry<unknown> | undefined): boolean {
  if (!left || !right) return false;
  return left.dueAt < right.dueAt || (left.dueAt === right.dueAt && left.order < right.order);
}
