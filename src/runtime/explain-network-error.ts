const NOT_RESOLVED = 'the host name does not resolve';
const NOT_RESOLVED_NOW = 'the host name does not resolve at the moment';
const TIMED_OUT = 'the connection timed out';
const INCOMPLETE_CHAIN = 'the certificate of the host has no complete chain to a trusted authority';

/** What the codes of Node, its resolver, OpenSSL, undici and our address guard mean, in words that are safe to show to a caller. */
const sentences: Readonly<Record<string, string>> = {
  ADDRESS_REFUSED: 'the address is not allowed',
  ENOTFOUND: NOT_RESOLVED,
  ENODATA: NOT_RESOLVED,
  EAI_AGAIN: NOT_RESOLVED_NOW,
  ESERVFAIL: NOT_RESOLVED_NOW,
  EREFUSED: NOT_RESOLVED_NOW,
  ETIMEOUT: NOT_RESOLVED_NOW,
  ECONNREFUSED: 'the connection was refused',
  ETIMEDOUT: TIMED_OUT,
  UND_ERR_CONNECT_TIMEOUT: TIMED_OUT,
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the response are too large',
  CERT_HAS_EXPIRED: 'the certificate of the host has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the host is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate belongs to another host',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the host is from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: INCOMPLETE_CHAIN,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: INCOMPLETE_CHAIN,
};

/**
 * One line on why an exchange failed, without internal addresses or library text: `closed` for a connection that ended
 * too early, otherwise `failed`. The reasons are in the causes, sometimes two levels down.
 */
export function explainNetworkError(
  error: unknown,
  { closed, failed }: { readonly closed: string; readonly failed: string },
): string {
  for (let step = error, depth = 0; step instanceof Error && depth < 4; step = step.cause, depth += 1) {
    if (step.name === 'HTTPParserError') return 'the response is not valid HTTP';
    if (!('code' in step) || typeof step.code !== 'string') continue;
    if (step.code === 'ECONNRESET' || step.code === 'UND_ERR_SOCKET') return closed;
    return sentences[step.code] ?? `${failed} (${step.code})`;
  }
  return failed;
}
