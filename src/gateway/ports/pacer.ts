/** Waits: the gateway has no timers of its own. It must wait in real time, because a stream's keep-alive depends on it. */
export interface Pacer {
  /**
   * Resolves after this many milliseconds, or as soon as the signal is aborted; never rejects. A pause of 0 yields to
   * other work. Undefined where time stands still and others have had their turn: there is nothing to wait for.
   */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void> | undefined;
  /** Calls once after this many milliseconds; returns a function that cancels it. */
  callAfter(milliseconds: number, call: () => void): () => void;
}
