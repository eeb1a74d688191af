import type { Violation } from '../violations/violation.ts';

/** A request that the gateway would refuse, with all violations. */
export class InvalidRequestError extends Error {
  override readonly name = 'InvalidRequestError';
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ message }) => message).join('; '));
    this.violations = violations;
  }
}
