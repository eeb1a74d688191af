import type { components } from '../../../generated/openapi-types.ts';

export type Violation = components['schemas']['ErrorViolation'];

/** Whether any violation is at a top-level field or within it. */
export function concernsField(violations: readonly Violation[], field: string): boolean {
  return violations.some(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`));
}
