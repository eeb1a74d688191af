/** One way in which a request breaks the contract. */
export interface Violation {
  /** JSON pointer into the request body; the empty string is the body itself. */
  readonly path: string;
  /** The JSON Schema keyword, size rule, media rule or CEL rule that is broken. */
  readonly rule: string;
  /** What failed and what is allowed. */
  readonly message: string;
}
