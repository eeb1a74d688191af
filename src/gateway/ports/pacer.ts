/** Waits: the gateway has no timers of its own. It must really wait, because a stream's keep-alive hangs on it. */
export interface Pacer {
  /**
   * Resolves after so many milliseconds, or as soon as the signal is aborted; never rejects. A pause of 0 gives other
   * work a turn.
   */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
