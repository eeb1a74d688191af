import { type ProblemResponse, problem } from '../../contract/problem.ts';
import type { ApiKey, Store } from '../ports/store.ts';
import type { KeyDigests } from './key-digests.ts';

/** The key a request presents, or why it is refused (section 5). */
export type Authentication =
  | { readonly kind: 'key'; readonly key: ApiKey }
  | { readonly kind: 'refused'; readonly response: ProblemResponse<'missing_api_key' | 'invalid_api_key'> };

const CHALLENGE = { 'www-authenticate': 'Bearer' };
const LONGEST_KEY = 512;
const INVALID: Authentication = {
  kind: 'refused',
  response: problem('invalid_api_key', { headers: CHALLENGE }),
};

/** Finds the key of an `Authorization: Bearer <API_KEY>` header; keys are looked up by digest alone. */
export async function authenticate(
  { store, keyDigests }: { readonly store: Store; readonly keyDigests: KeyDigests },
  authorization: string | undefined,
): Promise<Authentication> {
  if (!authorization)
    return { kind: 'refused', response: problem('missing_api_key', { headers: CHALLENGE }) };
  const secret = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (secret === undefined || secret.length > LONGEST_KEY) return INVALID;
  const digest = keyDigests.of(secret);
  const key = await store.findKey(digest);
  if (!key || key.isRevoked) return INVALID;
  keyDigests.accept(secret, digest);
  return { kind: 'key', key };
}
