import { type ProblemResponse, problem } from '../../contract/problem.ts';
import type { Digest } from '../ports/digest.ts';
import type { ApiKey, Store } from '../ports/store.ts';
import type { KeyDigests } from './key-digests.ts';

/** The key of a request, or why it is refused (section 5). */
export type Authentication =
  | { readonly kind: 'key'; readonly key: ApiKey }
  | { readonly kind: 'refused'; readonly response: ProblemResponse<'missing_api_key' | 'invalid_api_key'> };

interface KeyRing {
  readonly ports: { readonly store: Store; readonly digest: Digest };
  readonly keyDigests: KeyDigests;
}

const CHALLENGE = { 'www-authenticate': 'Bearer' };
const LONGEST_KEY = 512;
const INVALID: Authentication = {
  kind: 'refused',
  response: problem('invalid_api_key', { headers: CHALLENGE }),
};

/** Finds the key of an `Authorization: Bearer <API_KEY>` header; keys are looked up by digest only. */
export async function authenticate(
  { ports: { store, digest: hash }, keyDigests }: KeyRing,
  authorization: string | undefined,
): Promise<Authentication> {
  if (!authorization)
    return { kind: 'refused', response: problem('missing_api_key', { headers: CHALLENGE }) };
  const known = keyDigests.find(authorization);
  const digest = known ?? digestOf(authorization, hash);
  const key = digest === undefined ? undefined : await store.findKey(digest);
  if (digest === undefined || !key || key.isRevoked) return INVALID;
  if (known === undefined) keyDigests.accept(authorization, digest);
  return { kind: 'key', key };
}

function digestOf(authorization: string, hash: Digest): string | undefined {
  const secret = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (secret === undefined || secret.length > LONGEST_KEY) return undefined;
  return hash.sha256(secret);
}
