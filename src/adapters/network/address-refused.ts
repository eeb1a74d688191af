/** An address that may not be called; thrown before anything is sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
  /** A code by which it is found as the cause of a failed exchange. */
  readonly code = 'ADDRESS_REFUSED';
}

/** The refusal that caused a failed exchange, if there is one: fetch wraps the error of its connection. */
export function findRefusal(error: unknown): AddressRefused | undefined {
  for (let step = error, depth = 0; step instanceof Error && depth < 4; step = step.cause, depth += 1) {
    if (step instanceof AddressRefused) return step;
  }
  return undefined;
}
