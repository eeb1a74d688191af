/** The last so many items: each that comes pushes the oldest out. */
export interface Ring<Item> {
  add(item: Item): void;
  /** Oldest first. */
  items(): readonly Item[];
}

/** Creates an empty ring; `onPushedOut` is told of each item that leaves it. */
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
