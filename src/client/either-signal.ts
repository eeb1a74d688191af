/**
 * A signal that aborts as soon as the given one or that of `own` does. Where `AbortSignal.any` is missing, as in the edge runtime of
 * Next.js, the given signal aborts `own`.
 */
export function eitherSignal(given: AbortSignal | undefined, own: AbortController): AbortSignal {
  if (!given) return own.signal;
  if ('any' in AbortSignal) return AbortSignal.any([given, own.signal]);
  const abort = () => own.abort(given.reason);
  if (given.aborted) abort();
  else given.addEventListener('abort', abort, { once: true });
  return own.signal;
}
