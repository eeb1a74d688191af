/** A ring buffer of the latest items: each new one evicts the oldest, for which `onPushedOut` is called. */
export function createRing<Item>(size: number, onPushedOut?: (item: Item) => void) {
  const slots: Item[] = [];
  let next = 0;
  return {
    add(item: Item) {
      const oldest = slots[next];
      slots[next] = item;
      next = (next + 1) % size;
      if (oldest !== undefined) onPushedOut?.(oldest);
    },
    /** Oldest first. */
    items: () => inOrder(slots, next),
  };
}

/**
 * A ring that copies each new item into the object of the oldest. All items have the same members. An object that is replaced a thousand
 * requests later would have been moved to old memory by then, where it stays until all of that is collected.
 */
export function createReusedRing<Item extends object>(size: number) {
  const slots: Item[] = [];
  let next = 0;
  return {
    add(item: Item) {
      const oldest = slots[next];
      if (oldest) Object.assign(oldest, item);
      else slots[next] = item;
      next = (next + 1) % size;
    },
    /** Oldest first; valid until the next is added. */
    items: () => inOrder(slots, next),
  };
}

function inOrder<Item>(slots: readonly Item[], oldest: number): readonly Item[] {
  return [...slots.slice(oldest), ...slots.slice(0, oldest)];
}
