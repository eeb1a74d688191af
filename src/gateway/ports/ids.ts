/** Creates identifiers and seeds; random in service, reproducible where a seed is given. */
export interface Ids {
  /** `task_<id>` (section 2.3), not guessable in service: it is the secret of the result links. */
  taskId(): string;
  /** Letters and digits that name an answer and its hold. */
  answerId(): string;
  /** Value of `x-request-id`. */
  requestId(): string;
  /** A 32-bit seed for a request without one. */
  seed(): number;
}
