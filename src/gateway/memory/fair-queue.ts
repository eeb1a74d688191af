/** A queue that is round-robin between owners: an owner with many items waits for its own, not for those of others. */
export type FairQueue<Item> = ReturnType<typeof createFairQueue<Item>>;

export function createFairQueue<Item>() {
  // In round-robin order; an owner without items is not in it.
  const owners = new Map<string, Set<Item>>();
  let size = 0;
  const remove = (owner: string, items: Set<Item>, item: Item): boolean => {
    if (!items.delete(item)) return false;
    size -= 1;
    if (items.size === 0) owners.delete(owner);
    return true;
  };
  return {
    get size() {
      return size;
    },
    /** How many items of an owner are queued. */
    sizeOf: (owner: string) => owners.get(owner)?.size ?? 0,
    add(owner: string, item: Item) {
      const items = owners.get(owner) ?? new Set();
      owners.set(owner, items.add(item));
      size += 1;
    },
    /** Removes a queued item; false when it is not queued. */
    delete(owner: string, item: Item) {
      const items = owners.get(owner);
      return items !== undefined && remove(owner, items, item);
    },
    /** Removes the next item: round-robin between owners, first in first out for each. */
    next(): Item | undefined {
      for (const [owner, items] of owners) {
        owners.delete(owner);
        owners.set(owner, items);
        for (const item of items) {
          remove(owner, items, item);
          return item;
        }
      }
      return undefined;
    },
  };
}
