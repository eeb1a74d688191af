/**
 * Work on untrusted bytes, which may cost any time and space: a module of its own, so that a thread can do it. What the
 * module is told besides the bytes, and what it finds, are values that can be cloned.
 */
export interface ForeignWork<About, Found> {
  /** File URL of the module, as it is written. */
  readonly module: string;
  /** Loads the same module here, for where there are no threads. */
  load(): Promise<ForeignWorkModule<About, Found>>;
  /** Longest time from its start, in milliseconds. */
  readonly timeMs: number;
  /** Most bytes in buffers at a time, those it is given included; looked at several times a second. */
  readonly bufferBytes: number;
}

/** What a module of foreign work exports. */
export interface ForeignWorkModule<About, Found> {
  /** What is wrong with the bytes is part of what is found; a throw is a fault. */
  readonly work: (bytes: Uint8Array, about: About) => Found | Promise<Found>;
  /** The buffers of what was found that go back without a copy. */
  readonly handOver?: (found: Found) => readonly ArrayBufferLike[];
}

/** One piece of work. */
export interface WorkOrder<About> {
  /** Handed over with their buffer when they begin it, and gone afterwards; copied when others share the buffer. */
  readonly bytes: Uint8Array;
  readonly about: About;
  /** Whose work it is: whoever has much of it waits for his own. */
  readonly owner?: string;
  /** Takes the work back: it is not begun, or ended where it stands. */
  readonly signal?: AbortSignal | undefined;
}

/** What became of a piece of work; workers never throw. `overloaded` means that it was not begun: too much is waiting. */
export type WorkResult<Found> =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'too_slow' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'crashed'; readonly error: unknown }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'overloaded' };

/** Does foreign work where it cannot hurt: a piece that takes too long, too much, or fails, fails alone. */
export interface Workers {
  run<About, Found>(work: ForeignWork<About, Found>, order: WorkOrder<About>): Promise<WorkResult<Found>>;
  /** Ends what runs and cancels what waits. */
  close(): Promise<void>;
}
