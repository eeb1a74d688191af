/** A request and what became of it; no bodies and no keys. */
export interface JournalEntry {
  /** Milliseconds since the Unix epoch, by the clock of the session. */
  readonly at: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly keyHint?: string | undefined;
  readonly operation?: string | undefined;
  /** Undefined when the connection was dropped. */
  readonly status?: number | undefined;
  readonly taskId?: string | undefined;
  /** Number of the scenario that was played. */
  readonly scenario?: number | undefined;
  readonly durationMs: number;
}

/** The last requests of a session. */
export interface Journal {
  add(entry: JournalEntry): void;
  /** The newest `limit` entries, oldest first. */
  last(limit: number): readonly JournalEntry[];
}

/** Entries that are kept. */
export const JOURNAL_SIZE = 1000;

/** Creates an empty ring. */
export function createJournal(size = JOURNAL_SIZE): Journal {
  const ring: JournalEntry[] = [];
  let added = 0;
  return {
    add(entry) {
      ring[added++ % size] = entry;
    },
    last(limit) {
      const start = added % size;
      const inOrder = added <= size ? ring : [...ring.slice(start), ...ring.slice(0, start)];
      return inOrder.slice(-limit);
    },
  };
}
