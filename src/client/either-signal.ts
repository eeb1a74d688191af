/**
 * A signal that is aborted as soon as a caller's signal or one's own is. Without `AbortSignal.any`, which the edge runtime of
 * Next.js lacks, the caller's aborts one's own.
 */
export function eitherSignal(given: AbortSignal | undefined, own: AbortController): AbortSignal {
  if (!given) return own.signal;
  if ('any' in AbortSignal) return AbortSignal.any([given, own.signal]);
  const abort = () => own.abort(given.reason);
  if (given.aborted) abort();
  else given.addEventListener('abort', abort, { once: true });
  return own.signal;
}
