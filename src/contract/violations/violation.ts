/** What a request violates (section 7). */
export interface Violation {
  /** JSON pointer to the value, empty for the whole body; or the name of a parameter. */
  readonly path: string;
  /** JSON Schema keyword, or id of a rule of the model. */
  readonly rule: string;
  /** What is wrong with the value. */
  readonly message: string;
}

/** Whether any violation is at a top-level field or within it. */
export function concernsField(violations: readonly Violation[], field: string): boolean {
  return violations.some(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`));
}
