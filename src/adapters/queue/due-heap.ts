/** Items by due time, earliest first; equal times in insertion order. */
export interface DueHeap<Item> {
  add(item: Item, dueAt: number): void;
  nextDue(): number | undefined;
  /** Removes and returns the earliest item if it is due at `now`. */
  takeDue(now: number): Item | undefined;
}

/** The items due at one time; those before `taken` are gone. */
interface Slot<Item> {
  readonly dueAt: number;
  readonly items: (Item | undefined)[];
  taken: number;
}

/** Creates an empty binary heap of due times: under load many items share one. */
export function createDueHeap<Item>(): DueHeap<Item> {
  const heap: Slot<Item>[] = [];
  const slots = new Map<number, Slot<Item>>();
  return {
    add(item, dueAt) {
      const slot = slots.get(dueAt);
      if (slot) {
        slot.items.push(item);
        return;
      }
      const opened = { dueAt, items: [item], taken: 0 };
      slots.set(dueAt, opened);
      heap.push(opened);
      rise(heap, heap.length - 1);
    },
    nextDue: () => heap[0]?.dueAt,
    takeDue(now) {
      const slot = heap[0];
      if (!slot || slot.dueAt > now) return undefined;
      const item = slot.items[slot.taken];
      slot.items[slot.taken] = undefined;
      slot.taken += 1;
      if (slot.taken === slot.items.length) {
        slots.delete(slot.dueAt);
        removeFirst(heap);
      }
      return item;
    },
  };
}

interface Timed {
  readonly dueAt: number;
}

function removeFirst<Entry extends Timed>(heap: Entry[]): void {
  const last = heap.pop();
  if (!last || heap.length === 0) return;
  heap[0] = last;
  sink(heap, 0);
}

function rise(heap: Timed[], start: number): void {
  let index = start;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!swapIfEarlier(heap, index, parent)) return;
    index = parent;
  }
}

function sink(heap: Timed[], start: number): void {
  let index = start;
  for (;;) {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    const child = right < heap.length && isEarlier(heap[right], heap[left]) ? right : left;
    if (child >= heap.length || !swapIfEarlier(heap, child, index)) return;
    index = child;
  }
}

function swapIfEarlier(heap: Timed[], child: number, parent: number): boolean {
  const [lower, upper] = [heap[child], heap[parent]];
  if (!lower || !upper || !isEarlier(lower, upper)) return false;
  heap[child] = upper;
  heap[parent] = lower;
  return true;
}

function isEarlier(left: Timed | undefined, right: Timed | undefined): boolean {
  return left !== undefined && right !== undefined && left.dueAt < right.dueAt;
}
