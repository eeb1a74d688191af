/** Calls back after a time; the timer keeps no process alive. Returns what cancels it. */
export function callLater(call: () => void, milliseconds: number): () => void {
  const timer: unknown = setTimeout(call, milliseconds);
  if (isNodeTimer(timer)) timer.unref();
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>); // what it returned
}

function isNodeTimer(timer: unknown): timer is { unref(): void } {
  return typeof timer === 'object' && timer !== null && 'unref' in timer;
}
