/** A bounded cache of rendered files. */
export interface FileCache {
  find(name: string): Uint8Array | undefined;
  /** Adds a file, unless it exceeds the capacity by itself; evicts the least recently used ones. */
  add(name: string, bytes: Uint8Array): void;
}

/** Creates an empty cache. */
export function createFileCache(mostBytes: number): FileCache {
  // In order of last use.
  const files = new Map<string, Uint8Array>();
  let total = 0;
  const remove = (name: string) => {
    total -= files.get(name)?.length ?? 0;
    files.delete(name);
  };
  return {
    find(name) {
      const bytes = files.get(name);
      if (!bytes) return undefined;
      files.delete(name);
      files.set(name, bytes);
      return bytes;
    },
    add(name, bytes) {
      remove(name);
      if (bytes.length > mostBytes) return;
      files.set(name, bytes);
      total += bytes.length;
      for (const oldest of files.keys()) {
        if (total <= mostBytes) return;
        remove(oldest);
      }
    },
  };
}
