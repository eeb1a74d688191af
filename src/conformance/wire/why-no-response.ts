const NOT_IN_TIME = 'no response in time';

/** Of the `fetch` of browsers and Node, before it connects: a blocked port of the Fetch standard. */
const BAD_PORT = 'fetch permits no requests to this port, as browsers do not; choose another';

const CLOSED = 'the connection was closed without a response';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be looked up',
  ETIMEDOUT: 'the connection timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection timed out',
  UND_ERR_HEADERS_TIMEOUT: NOT_IN_TIME,
  UND_ERR_BODY_TIMEOUT: 'the response stopped in the middle, without an end',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS (http:// instead of https://, perhaps)',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS (http:// instead of https://, perhaps)',
};

const CERTIFICATE = /CERT|SIGNATURE|ISSUER|HOSTNAME_MISMATCH|ALTNAME/;

/** Whether `AbortSignal.timeout` ended a request. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** Why a request got no response, in words. */
export function whyNoResponse(error: unknown): string {
  if (isTimeout(error)) return NOT_IN_TIME;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? String(cause.code) : '';
  const message = cause.message.split('\n')[0]?.split(';')[0] ?? '';
  if (CERTIFICATE.test(code))
    return `its certificate is not trusted: ${message} (set NODE_EXTRA_CA_CERTS=ca.pem to trust your own certificate authority)`;
  if (message === 'bad port') return BAD_PORT;
  return REASONS[code] ?? message;
}

/** The same of the first request to an address, which may name the wrong protocol. */
export function whyNothingAnswers(baseUrl: string, error: unknown): string {
  const reason = whyNoResponse(error);
  const isPlain = /^http:/i.test(baseUrl);
  return reason === CLOSED && isPlain ? `${reason} (https:// instead of http://, perhaps)` : reason;
}
