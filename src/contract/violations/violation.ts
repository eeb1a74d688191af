export interface Violation {
  /** JSON pointer into the request body; the empty string is the body itself. */
  readonly path: string;
  /** The violated JSON Schema keyword, size rule, media rule or CEL rule. */
  readonly rule: string;
  /** What failed and what is allowed. */
  readonly message: string;
}
