import { policies } from '../../../generated/policies.ts';
import type { PreparedBody } from '../../../generated/stub.ts';
import type { PreparedAnswers } from '../answers/prepared-answers.ts';
import type { ApiKey } from '../ports/store.ts';

/** Clients may cache the catalogue for a while, and receive it compressed (section 4.1, rule 5). */
const SENT = {
  headers: {
    'cache-control': `private, max-age=${policies.catalogue.cache_seconds}`,
    vary: 'authorization, accept-encoding',
  },
  isCompressible: true,
} as const;

/** Prepares a response about the models of a key: keys that may use the same models share it. */
export function prepareForKey<Body extends object>(
  preparedAnswers: PreparedAnswers,
  { key, name, build }: { readonly key: ApiKey; readonly name: string; readonly build: () => Body },
): PreparedBody<Body> {
  const { models, groupModels } = key;
  const scope = models || groupModels ? JSON.stringify([models, groupModels]) : '';
  // As JSON, the lists are unambiguous whatever a name contains.
  return preparedAnswers.prepare(`${scope} ${name}`, build, SENT);
}
