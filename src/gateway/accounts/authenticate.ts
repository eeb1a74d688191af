import { type ProblemResponse, problem } from '../../contract/problem.ts';
import type { Ports } from '../ports/ports.ts';
import type { ApiKey } from '../ports/store.ts';

/** The key a request presents, or why it is refused (section 5). */
export type Authentication =
  | { readonly kind: 'key'; readonly key: ApiKey }
  | { readonly kind: 'refused'; readonly response: ProblemResponse<'missing_api_key' | 'invalid_api_key'> };

const CHALLENGE = { 'www-authenticate': 'Bearer' };
const LONGEST_KEY = 512;

/** Finds the key of an `Authorization: Bearer <API_KEY>` header; keys are looked up by digest alone. */
export async function authenticate(
  { digest, store }: Pick<Ports, 'digest' | 'store'>,
  authorization: string | undefined,
): Promise<Authentication> {
  if (!authorization)
    return { kind: 'refused', response: problem('missing_api_key', { headers: CHALLENGE }) };
  const secret = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  const key = secret && secret.length <= LONGEST_KEY ? await store.findKey(digest.sha256(secret)) : undefined;
  return key
    ? { kind: 'key', key }
    : { kind: 'refused', response: problem('invalid_api_key', { headers: CHALLENGE }) };
}
