/**
 * A task on untrusted bytes, which may need any amount of time and memory: a module of its own, so that a thread can run it. Its
 * argument besides the bytes, and its result, are cloneable values.
 */
export interface UntrustedWork<About, Found> {
  /** File URL of the module. */
  readonly module: string;
  /** Loads the same module inline, where there are no threads. */
  load(): Promise<UntrustedWorkModule<About, Found>>;
  /** Time limit from its start, in milliseconds. */
  readonly timeMs: number;
  /** Limit of memory, sampled several times a second: buffers of a thread, including the input, or all of a process. */
  readonly bufferBytes: number;
}

/** The exports of a work module. */
export interface UntrustedWorkModule<About, Found> {
  /** Invalid bytes are part of the result; a throw is a fault. */
  readonly work: (bytes: Uint8Array, about: About) => Found | Promise<Found>;
  /** The buffers of the result that are transferred back. */
  readonly listTransferables?: (found: Found) => readonly ArrayBufferLike[];
}

/** One task for a worker. */
export interface WorkOrder<About> {
  /** Transferred when they own their buffer, so that the caller loses them; copied when the buffer is shared. */
  readonly bytes: Uint8Array;
  readonly about: About;
  /** The owner, for round-robin queueing. */
  readonly owner?: string;
  /** Cancels the task, queued or running. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The outcome of a task; workers never throw. `overloaded` means that it was not started: the queue was full or too
 * slow.
 */
export type WorkResult<Found> =
  | { readonly kind: 'found'; readonly found: Found }
  | { readonly kind: 'too_slow' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'crashed'; readonly error: unknown }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'overloaded' };

/** Runs untrusted work in isolation: a task that takes too long or too much memory, or fails, affects no other. */
export interface Workers {
  run<About, Found>(work: UntrustedWork<About, Found>, order: WorkOrder<About>): Promise<WorkResult<Found>>;
  /** Stops running tasks and cancels queued ones. */
  close(): Promise<void>;
}
