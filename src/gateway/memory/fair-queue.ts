/** Items that wait, each for somebody: whoever has many waits for his own, not for those of others. */
export interface FairQueue<Item> {
  readonly size: number;
  /** How many items of an owner wait. */
  sizeOf(owner: string): number;
  add(owner: string, item: Item): void;
  /** Takes an item out before its turn; false when it does not wait. */
  delete(owner: string, item: Item): boolean;
  /** Takes the next item: owners take turns, the items of each keep their order. */
  next(): Item | undefined;
}

/** Creates an empty queue. */
export function createFairQueue<Item>(): FairQueue<Item> {
  // In the order of their turns; an owner without items is not in it.
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
    sizeOf: (owner) => owners.get(owner)?.size ?? 0,
    add(owner, item) {
      const items = owners.get(owner) ?? new Set();
      owners.set(owner, items.add(item));
      size += 1;
    },
    delete(owner, item) {
      const items = owners.get(owner);
      return items !== undefined && remove(owner, items, item);
    },
    next() {
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
