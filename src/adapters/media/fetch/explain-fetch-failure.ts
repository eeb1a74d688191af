const sentences: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'the address is not allowed',
  ENOTFOUND: 'the host name does not resolve',
  EAI_AGAIN: 'the host name does not resolve at the moment',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the whole file arrived',
  UND_ERR_SOCKET: 'the connection was closed before the whole file arrived',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  CERT_HAS_EXPIRED: 'the certificate of the host has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the host is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate belongs to another host',
};

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
  const code = findCode(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  if (cause?.name === 'HTTPParserError') return 'the response is not valid HTTP';
  if (cause?.message === 'bad port') return 'this port is not allowed (the Fetch standard blocks it)';
  if (code === undefined) return 'the file could not be downloaded';
  return sentences[code] ?? `the file could not be downloaded (${code})`;
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** Errors of the global fetch carry the system's code in their cause, sometimes two levels down. */
function findCode(error: unknown): string | undefined {
  for (let step = error, depth = 0; step instanceof Error && depth < 4; step = step.cause, depth += 1) {
    if ('code' in step && typeof step.code === 'string') return step.code;
  }
  return undefined;
}
