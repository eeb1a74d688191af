import { type ProblemResponse, problem } from '../../contract/problem.ts';
import { quote } from '../../contract/quote.ts';

/** Accepted content encodings, besides none. */
const ACCEPTED = 'gzip';

/** The refusal of a body in an unsupported encoding; the shells decompress the supported one (RFC 9110, section 8.4). */
export function refuseEncoding(
  encoding: string | undefined,
): ProblemResponse<'unsupported_encoding'> | undefined {
  if (encoding === undefined || /^\s*((x-)?gzip|identity)?\s*$/i.test(encoding)) return undefined;
  const values = { encoding: quote(encoding), accepted: ACCEPTED };
  return problem('unsupported_encoding', { values, headers: { 'accept-encoding': ACCEPTED } });
}
