import { problem, type Refused, refused } from '../../contract/problem.ts';
import type { Digest } from '../ports/digest.ts';
import type { ApiKey, Store } from '../ports/store.ts';
import { whenReady } from '../when-ready.ts';
import type { KeyDigests } from './key-digests.ts';

/** The key of a request, or why it is refused (section 5). */
export type Authentication =
  | { readonly kind: 'key'; readonly key: ApiKey }
  | Refused<'missing_api_key' | 'invalid_api_key'>;

interface KeyRing {
  readonly ports: { readonly store: Store; readonly digest: Digest };
  readonly keyDigests: KeyDigests;
}

const MISSING = refuse('missing_api_key', 'No API key');
const OTHER_SCHEME = refuse('missing_api_key', 'The scheme of the Authorization header must be Bearer');
const NO_TOKEN = refuse('missing_api_key', 'An API key has no spaces');
const INVALID = refuse('invalid_api_key');

/** Finds the key of an `Authorization: Bearer <API_KEY>` header; keys are looked up by digest only. */
export function authenticate(
  { ports: { store, digest: hash }, keyDigests }: KeyRing,
  authorization: string | undefined,
): Authentication | Promise<Authentication> {
  if (!authorization) return MISSING;
  const known = keyDigests.find(authorization);
  const digest = known ?? digestOf(authorization, hash);
  if (digest === undefined) return refuseForm(authorization);
  return whenReady(store.findKey(digest), (key): Authentication => {
    if (!key || key.isRevoked) return INVALID;
    if (known === undefined) keyDigests.accept(authorization, digest);
    return { kind: 'key', key };
  });
}

/** Undefined for any other form of header. */
function digestOf(authorization: string, hash: Digest): string | undefined {
  const secret = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  return secret === undefined ? undefined : hash.sha256(secret);
}

/** Explains what is wrong with a malformed header without quoting it: it may contain the key. */
function refuseForm(authorization: string): Authentication {
  if (/^bearer *$/i.test(authorization)) return MISSING;
  return /^bearer /i.test(authorization) ? NO_TOKEN : OTHER_SCHEME;
}

function refuse(reason: 'missing_api_key' | 'invalid_api_key', detail = ''): Authentication {
  const headers = { 'www-authenticate': 'Bearer' };
  return refused(problem(reason, { values: { detail }, headers }));
}
