/** Thrown when the search for a value has become too large; the message says what is too large. */
export class GaveUp extends Error {}

/** One attempt tried as many values as it may. */
export class TriedTooMany extends GaveUp {
  constructor() {
    super('too many values were tried');
  }
}

/** Parts of the schema were applied too often: branches that refer to the same ones multiply from level to level. */
export class AppliedTooOften extends GaveUp {
  constructor(most: number) {
    super(`it is too complex: its parts apply more than ${most} times`);
  }
}
