/** Thrown when the search for a value has become too large; the message says what is too large. */
export class GaveUp extends Error {}

/** One attempt tried as many values as it may. */
export class TriedTooMany extends GaveUp {
  constructor() {
    super('too many values were tried');
  }
}
