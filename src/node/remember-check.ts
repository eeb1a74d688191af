import { policies } from '../../generated/policies.ts';

/**
 * The same check, run at most once at a time and at most once per interval: in between, its last result is reused,
 * whether success or failure.
 */
export function rememberCheck(
  check: () => Promise<void>,
  { elapsedMs }: { readonly elapsedMs: () => number },
): () => Promise<void> {
  let last: Promise<void> | undefined;
  let goodUntil = Number.POSITIVE_INFINITY;
  return () => {
    if (last && elapsedMs() < goodUntil) return last;
    goodUntil = Number.POSITIVE_INFINITY;
    last = check().finally(() => {
      goodUntil = elapsedMs() + policies.database.readiness_seconds * 1000;
    });
    return last;
  };
}
