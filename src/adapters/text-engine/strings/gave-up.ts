/** Thrown when the search for a value has become too large; the message says what is too large. */
export class GaveUp extends Error {}
