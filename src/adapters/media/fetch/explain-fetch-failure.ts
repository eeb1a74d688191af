import { explainNetworkError } from '../../../runtime/explain-network-error.ts';

/** One line on why an exchange failed, safe to show to a caller: no stack, no internal address, no library text. */
export function explainFetchFailure(
  error: unknown,
  limits: { readonly timeoutMs: number },
  signal: AbortSignal,
): string {
  if (signal.aborted) {
    return isTimeout(signal.reason)
      ? `the server did not respond completely within ${limits.timeoutMs} ms`
      : 'the download was cancelled';
  }
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && cause.message === 'bad port') {
    return 'this port is not allowed (the Fetch standard blocks it)';
  }
  return explainNetworkError(error, {
    closed: 'the connection was closed before the whole file arrived',
    failed: 'the file could not be downloaded',
  });
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
