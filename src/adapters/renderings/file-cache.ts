/** Creates an empty, bounded cache of rendered files. */
export function createFileCache(mostBytes: number) {
  // In order of last use.
  const files = new Map<string, Uint8Array>();
  let total = 0;
  const remove = (name: string) => {
    total -= files.get(name)?.length ?? 0;
    files.delete(name);
  };
  return {
    find(name: string) {
      const bytes = files.get(name);
      if (!bytes) return undefined;
      files.delete(name);
      files.set(name, bytes);
      return bytes;
    },
    /** Adds a file, unless it exceeds the capacity by itself; evicts the least recently used ones. */
    add(name: string, bytes: Uint8Array) {
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
