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
    items: (): readonly Item[] => [...slots.slice(next), ...slots.slice(0, next)],
  };
}
