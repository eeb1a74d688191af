import * as policies from '../../../generated/policy-sections.ts';

const { min: SHORTEST, max: LONGEST } = policies.client.poll_seconds;

/** Milliseconds between polls: from the shortest advised interval to the longest, growing by a quarter, with jitter (section 8). */
export function* pollPauses(): Generator<number, never> {
  for (let seconds: number = SHORTEST; ; seconds = Math.min(LONGEST, seconds * 1.25))
    yield 1000 * (SHORTEST + (seconds - SHORTEST) * (0.75 + Math.random() / 4));
}
