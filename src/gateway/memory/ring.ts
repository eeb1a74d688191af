/** A ring buffer of the latest items: each new one evicts the oldest. */
export interface Ring<Item> {
  add(item: Item): void;
  /** Oldest first. */
  items(): readonly Item[];
}

/** Creates an empty ring; `onPushedOut` is called for each evicted item. */
export function createRing<Item>(size: number, onPushedOut?: (item: Item) => void): Ring<Item> {
  const slots: Item[] = [];
  let next = 0;
  return {
    add(item) {
      const oldest = slots.length === size ? slots[next] : undefined;
      slots[next] = item;
      next = (next + 1) % size;
      if (oldest !== undefined) onPushedOut?.(oldest);
    },
    items: () => (slots.length < size ? slots : [...slots.slice(next), ...slots.slice(0, next)]),
  };
}
